import type { Application } from '../../../src/kit/application.ts'
import type { MicrosoftSettings } from '../settings.ts'
import { onedriveAuth } from './auth.ts'
import { wordFromTemplate } from './from-template.ts'
import { resolveLink } from './link.ts'

/**
 * Links and templates in OneDrive and SharePoint. It needs a user who has signed in: for anyone else SharePoint resolves no
 * links. https://learn.microsoft.com/graph/api/resources/onedrive
 */
export const onedrive: Application<MicrosoftSettings> = {
  name: 'onedrive',
  auth: onedriveAuth,
  link: resolveLink,
  functions: { 'word-from-template': wordFromTemplate },
}
