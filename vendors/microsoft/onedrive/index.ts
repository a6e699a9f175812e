import type { Application } from '../../../src/kit/application.ts'
import { lazyFunction, lazyHandler } from '../../../src/kit/lazy.ts'
import type { MicrosoftSettings } from '../settings.ts'
import { onedriveAuth } from './auth.ts'

/**
 * Links and templates in OneDrive and SharePoint. It needs a user who has signed in: for anyone else SharePoint resolves no
 * links. https://learn.microsoft.com/graph/api/resources/onedrive
 */
export const onedrive: Application<MicrosoftSettings> = {
  name: 'onedrive',
  auth: onedriveAuth,
  link: lazyHandler(async () => (await import('./link.ts')).resolveLink),
  functions: {
    'word-from-template': lazyFunction(async () => (await import('./from-template.ts')).wordFromTemplate),
  },
}
