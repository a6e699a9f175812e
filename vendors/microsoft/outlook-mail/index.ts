import type { Application } from '../../../src/kit/application.ts'
import { lazyHandler } from '../../../src/kit/lazy.ts'
import { microsoftAuth } from '../oauth.ts'
import { toPath } from '../paths.ts'
import type { MicrosoftSettings } from '../settings.ts'

/** https://learn.microsoft.com/graph/api/user-list-messages */
export const outlookMail: Application<MicrosoftSettings> = {
  name: 'outlook-mail',
  auth: microsoftAuth({
    permissions: [{ scope: 'Mail.Read', label: 'Read your mail' }],
    probePath: (user) => toPath([...user, 'messages'], { $top: 1, $select: 'id' }),
    key: { roles: ['Mail.Read'] },
  }),
  sync: { emails: lazyHandler(async () => (await import('./mails.ts')).syncEmails) },
}
