import { listEvents } from '../calendar/events.ts'
import { listCalendars } from '../calendar/list.ts'
import { getAttachment } from '../gmail/attachments.ts'
import { getMessage, getProfile } from '../gmail/get.ts'
import { listMessages } from '../gmail/list.ts'
import { requireOwnMailbox } from '../gmail/own-mailbox.ts'
import { createMeetMethods } from '../meet/methods.ts'
import { CALENDAR_LIST_SCOPES, EVENT_READ_SCOPES, MAIL_LIST_SCOPES, MAIL_READ_SCOPES } from '../oauth/scopes.ts'
import { createPeopleMethods } from '../people/methods.ts'
import type { GoogleState } from '../state.ts'
import type { ApiMethod } from './guard.ts'

const CALENDAR = 'calendar.v3'
const MAILBOX = 'caribou.api.proto.MailboxService'

/** Returns the reading methods of the APIs. Gmail's units are those of projects created since May 2026. */
export function createApiMethods(google: GoogleState): ApiMethod[] {
  return [
    {
      service: 'calendar',
      pattern: '/calendar/v3/users/me/calendarList',
      rpc: `${CALENDAR}.CalendarList.List`,
      scopes: CALENDAR_LIST_SCOPES,
      units: 1,
      parameters: [],
      handle: (account, request) => listCalendars(google, account, request),
    },
    {
      service: 'calendar',
      pattern: '/calendar/v3/calendars/:calendarId/events',
      rpc: `${CALENDAR}.Events.List`,
      scopes: EVENT_READ_SCOPES,
      units: 1,
      parameters: [],
      handle: (account, request) => listEvents(google, account, request),
    },
    {
      service: 'gmail',
      pattern: '/gmail/v1/users/:user/profile',
      rpc: `${MAILBOX}.GetProfile`,
      scopes: MAIL_LIST_SCOPES,
      units: 1,
      parameters: [],
      handle: requireOwnMailbox((account) => getProfile(account)),
    },
    {
      service: 'gmail',
      pattern: '/gmail/v1/users/:user/messages',
      rpc: `${MAILBOX}.ListMessages`,
      scopes: MAIL_LIST_SCOPES,
      units: 5,
      parameters: ['q', 'labelIds', 'maxResults', 'pageToken', 'includeSpamTrash'],
      handle: requireOwnMailbox((account, request) => listMessages(google, account, request)),
    },
    {
      service: 'gmail',
      pattern: '/gmail/v1/users/:user/messages/:id',
      rpc: `${MAILBOX}.GetMessage`,
      scopes: MAIL_LIST_SCOPES,
      units: 20,
      parameters: ['format', 'metadataHeaders'],
      handle: requireOwnMailbox((account, request) => getMessage(google, account, request)),
    },
    {
      service: 'gmail',
      pattern: '/gmail/v1/users/:user/messages/:messageId/attachments/:id',
      rpc: `${MAILBOX}.GetAttachment`,
      scopes: MAIL_READ_SCOPES,
      units: 20,
      parameters: [],
      handle: requireOwnMailbox((account, request) => getAttachment(google, account, request)),
    },
    ...createMeetMethods(google),
    ...createPeopleMethods(google),
  ]
}
