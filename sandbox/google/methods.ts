import { listCalendars } from './calendar/calendar-list.ts'
import { listEvents } from './calendar/events.ts'
import { getAttachment } from './gmail/attachment.ts'
import { getMessage, getProfile } from './gmail/get.ts'
import { listMessages } from './gmail/list.ts'
import { mailOwner } from './gmail/owner.ts'
import type { Google } from './google.ts'
import type { ApiMethod } from './guard.ts'
import { LISTS_CALENDARS, LISTS_MAIL, READS_EVENTS, READS_MAIL } from './scopes.ts'

const CALENDAR = 'calendar.v3'
const MAILBOX = 'caribou.api.proto.MailboxService'

/** The methods of both APIs. Gmail's units are those of projects made since May 2026. */
export function apiMethods(google: Google): ApiMethod[] {
  return [
    {
      service: 'calendar',
      pattern: '/calendar/v3/users/me/calendarList',
      rpc: `${CALENDAR}.CalendarList.List`,
      scopes: LISTS_CALENDARS,
      units: 1,
      parameters: [],
      handle: (account, call) => listCalendars(google, account, call),
    },
    {
      service: 'calendar',
      pattern: '/calendar/v3/calendars/:calendarId/events',
      rpc: `${CALENDAR}.Events.List`,
      scopes: READS_EVENTS,
      units: 1,
      parameters: [],
      handle: (account, call) => listEvents(google, account, call),
    },
    {
      service: 'gmail',
      pattern: '/gmail/v1/users/:user/profile',
      rpc: `${MAILBOX}.GetProfile`,
      scopes: LISTS_MAIL,
      units: 1,
      parameters: [],
      handle: mailOwner((account) => getProfile(account)),
    },
    {
      service: 'gmail',
      pattern: '/gmail/v1/users/:user/messages',
      rpc: `${MAILBOX}.ListMessages`,
      scopes: LISTS_MAIL,
      units: 5,
      parameters: ['q', 'labelIds', 'maxResults', 'pageToken', 'includeSpamTrash'],
      handle: mailOwner((account, call) => listMessages(google, account, call)),
    },
    {
      service: 'gmail',
      pattern: '/gmail/v1/users/:user/messages/:id',
      rpc: `${MAILBOX}.GetMessage`,
      scopes: LISTS_MAIL,
      units: 20,
      parameters: ['format', 'metadataHeaders'],
      handle: mailOwner((account, call) => getMessage(google, account, call)),
    },
    {
      service: 'gmail',
      pattern: '/gmail/v1/users/:user/messages/:messageId/attachments/:id',
      rpc: `${MAILBOX}.GetAttachment`,
      scopes: READS_MAIL,
      units: 20,
      parameters: [],
      handle: mailOwner((account, call) => getAttachment(google, account, call)),
    },
  ]
}
