import type { Application } from '../../../src/kit/application.ts'
import { lazyHandler } from '../../../src/kit/lazy.ts'
import { googleAuth } from '../oauth.ts'
import type { GoogleSettings } from '../settings.ts'

/**
 * `calendar.events.readonly` would be narrower, but it does not allow listing the calendars.
 * https://developers.google.com/workspace/calendar/api/auth
 */
export const googleCalendar: Application<GoogleSettings> = {
  name: 'google-calendar',
  auth: googleAuth(
    [
      {
        scope: 'https://www.googleapis.com/auth/calendar.readonly',
        label: 'See and download any calendar you can access using your Google Calendar',
      },
    ],
    [],
    { keyProbe: 'https://www.googleapis.com/calendar/v3/users/me/calendarList?maxResults=1' },
  ),
  sync: { calendar: lazyHandler(async () => (await import('./calendars.ts')).syncCalendar) },
}
