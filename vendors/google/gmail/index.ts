import type { Application } from '../../../src/kit/application.ts'
import { lazyHandler } from '../../../src/kit/lazy.ts'
import { googleAuth } from '../oauth.ts'
import type { GoogleSettings } from '../settings.ts'

/**
 * Only `gmail.readonly` is requested: a token that also carries `gmail.metadata` may not search.
 * https://developers.google.com/workspace/gmail/api/auth/scopes
 */
export const gmail: Application<GoogleSettings> = {
  name: 'gmail',
  auth: googleAuth(
    [{ scope: 'https://www.googleapis.com/auth/gmail.readonly', label: 'View your email messages and settings' }],
    [],
    { keyProbe: 'https://gmail.googleapis.com/gmail/v1/users/me/profile' },
  ),
  sync: { emails: lazyHandler(async () => (await import('./mails.ts')).syncEmails) },
}
