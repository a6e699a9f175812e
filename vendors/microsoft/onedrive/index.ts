import type { Application } from '../../../src/kit/application.ts'
import { microsoftAuth } from '../oauth.ts'
import { toPath } from '../paths.ts'
import type { MicrosoftSettings } from '../settings.ts'
import { wordFromTemplate } from './from-template.ts'
import { resolveLink, SHARED_FILES } from './link.ts'

/**
 * Links and templates in OneDrive and SharePoint. It needs a user who has signed in: for anyone else SharePoint resolves no
 * links. https://learn.microsoft.com/graph/api/resources/onedrive
 */
export const onedrive: Application<MicrosoftSettings> = {
  name: 'onedrive',
  auth: microsoftAuth({
    permissions: [{ scope: 'Files.ReadWrite', label: 'Have full access to your files' }],
    optionalScopes: [SHARED_FILES],
    probePath: (user) => toPath([...user, 'drive'], { $select: 'id' }),
  }),
  link: resolveLink,
  functions: { 'word-from-template': wordFromTemplate },
}
