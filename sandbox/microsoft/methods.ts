import { listCalendarView } from './calendar/calendar-view.ts'
import { getCalendar, listCalendars } from './calendar/calendars.ts'
import { getEvent } from './calendar/events.ts'
import type { GraphMethod } from './guard.ts'
import { getMe } from './identity.ts'
import { getAttachment, listAttachments } from './mail/attachments.ts'
import { getFolder, listChildFolders, listFolders } from './mail/folders.ts'
import { getMessage, listFolderMessages, listMessages } from './mail/messages.ts'
import { getMailboxSettings, getTimeZone } from './mailbox-settings.ts'
import type { Microsoft } from './microsoft.ts'
import type { Preference } from './preferences.ts'
import type { OptionName } from './query/options.ts'
import { READS_CALENDARS, READS_MAIL, READS_PROFILE, READS_SETTINGS } from './scopes.ts'

const ME = '/v1.0/me'
const ONE: readonly OptionName[] = ['select', 'expand', 'format']
const PAGED: readonly OptionName[] = ['select', 'top', 'skip', 'count', 'format']
const QUERIED: readonly OptionName[] = [...PAGED, 'filter', 'orderby']
const SEARCHED: readonly OptionName[] = [...QUERIED, 'search', 'skiptoken', 'expand']
const EVENTS: readonly Preference[] = ['timezone', 'body', 'ids']
const MAILS: readonly Preference[] = ['body', 'ids']

/** The methods of Graph v1.0 that are here, all of them about the one who calls. */
export function graphMethods(microsoft: Microsoft): GraphMethod[] {
  return [
    { pattern: ME, api: 'directory', scopes: READS_PROFILE, options: ['select', 'format'], handle: getMe },
    ...settingsMethods(),
    ...calendarMethods(microsoft),
    ...mailMethods(microsoft),
  ]
}

function settingsMethods(): GraphMethod[] {
  const settings = { api: 'outlook', scopes: READS_SETTINGS } as const
  return [
    { ...settings, pattern: `${ME}/mailboxSettings`, handle: getMailboxSettings },
    { ...settings, pattern: `${ME}/mailboxSettings/timeZone`, handle: getTimeZone },
  ]
}

function calendarMethods(microsoft: Microsoft): GraphMethod[] {
  const outlook = { api: 'outlook', scopes: READS_CALENDARS } as const
  const calendar: Omit<GraphMethod, 'pattern'> = {
    ...outlook,
    options: ['select', 'format'],
    honours: ['ids'],
    handle: (visit) => getCalendar(microsoft, visit),
  }
  const view: Omit<GraphMethod, 'pattern'> = {
    ...outlook,
    options: QUERIED,
    honours: EVENTS,
    handle: (visit) => listCalendarView(microsoft, visit),
  }
  const event: Omit<GraphMethod, 'pattern'> = {
    ...outlook,
    options: ['select', 'format'],
    honours: EVENTS,
    handle: (visit) => getEvent(microsoft, visit),
  }
  return [
    {
      ...outlook,
      pattern: `${ME}/calendars`,
      options: PAGED,
      honours: ['ids'],
      handle: (visit) => listCalendars(microsoft, visit),
    },
    { ...calendar, pattern: `${ME}/calendar` },
    { ...calendar, pattern: `${ME}/calendars/:calendarId` },
    { ...view, pattern: `${ME}/calendarView` },
    { ...view, pattern: `${ME}/calendar/calendarView` },
    { ...view, pattern: `${ME}/calendars/:calendarId/calendarView` },
    { ...event, pattern: `${ME}/events/:eventId` },
    { ...event, pattern: `${ME}/calendars/:calendarId/events/:eventId` },
  ]
}

function mailMethods(microsoft: Microsoft): GraphMethod[] {
  const folders = { api: 'outlook', scopes: READS_MAIL, options: PAGED } as const
  const messages = { api: 'outlook', scopes: READS_MAIL, options: SEARCHED, honours: MAILS } as const
  const message = { api: 'outlook', scopes: READS_MAIL, options: ONE, honours: MAILS } as const
  const id = `${ME}/messages/:messageId`
  return [
    { ...messages, pattern: `${ME}/messages`, handle: (visit) => listMessages(microsoft, visit) },
    {
      ...messages,
      pattern: `${ME}/mailFolders/:folderId/messages`,
      handle: (visit) => listFolderMessages(microsoft, visit),
    },
    { ...message, pattern: id, handle: getMessage },
    { ...message, pattern: `${id}/attachments`, handle: listAttachments },
    { ...message, pattern: `${id}/attachments/:attachmentId`, handle: getAttachment },
    { ...folders, pattern: `${ME}/mailFolders`, handle: (visit) => listFolders(microsoft, visit) },
    { ...folders, pattern: `${ME}/mailFolders/:folderId`, handle: getFolder },
    {
      ...folders,
      pattern: `${ME}/mailFolders/:folderId/childFolders`,
      handle: (visit) => listChildFolders(microsoft, visit),
    },
  ]
}
