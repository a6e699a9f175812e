import type { Application } from '../../../src/kit/application.ts'
import { lazyFunction, lazyHandler } from '../../../src/kit/lazy.ts'
import { googleAuth } from '../oauth.ts'
import type { GoogleSettings } from '../settings.ts'
import { SPREADSHEETS_SCOPE } from './scopes.ts'

/**
 * Links and templates need `drive.readonly`: with `drive.file` alone a pasted link is invisible until the user chooses the
 * file in a picker. `drive.file` makes new files. https://developers.google.com/workspace/drive/api/guides/api-specific-auth
 */
export const googleDocs: Application<GoogleSettings> = {
  name: 'google-docs',
  auth: googleAuth(
    [
      {
        scope: 'https://www.googleapis.com/auth/drive.readonly',
        label: 'See and download all your Google Drive files',
      },
      {
        scope: 'https://www.googleapis.com/auth/drive.file',
        label: 'See, edit, create, and delete only the specific Google Drive files you use with this app',
      },
    ],
    [SPREADSHEETS_SCOPE],
    { keyProbe: 'https://www.googleapis.com/drive/v3/about?fields=user' },
  ),
  link: lazyHandler(async () => (await import('./link/resolve.ts')).resolveLink),
  functions: {
    'google-docs-from-template': lazyFunction(
      async () => (await import('./template/function.ts')).documentFromTemplate,
    ),
    'google-sheets-append': lazyFunction(async () => (await import('./sheets/function.ts')).appendToSheet),
  },
}
