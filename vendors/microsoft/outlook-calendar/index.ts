import type { Application } from '../../../src/kit/application.ts'
import { lazyHandler } from '../../../src/kit/lazy.ts'
import { microsoftAuth } from '../oauth.ts'
import { toPath } from '../paths.ts'
import type { MicrosoftSettings } from '../settings.ts'

/**
 * `Calendars.Read` includes shared calendars that the user has accepted, because they are in the user's own list.
 * `Calendars.Read.Shared` would exclude personal accounts, which cannot consent to it.
 * https://learn.microsoft.com/graph/outlook-get-shared-events-calendars
 */
export const outlookCalendar: Application<MicrosoftSettings> = {
  name: 'outlook-calendar',
  auth: microsoftAuth({
    permissions: [{ scope: 'Calendars.Read', label: 'Read your calendars' }],
    optionalScopes: ['MailboxSettings.Read'],
    probePath: (user) => toPath([...user, 'calendars'], { $top: 1, $select: 'id' }),
    key: { roles: ['Calendars.Read'], optionalRoles: ['MailboxSettings.Read'] },
  }),
  sync: { calendar: lazyHandler(async () => (await import('./calendars.ts')).syncCalendar) },
}
