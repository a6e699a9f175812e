import { getEvent } from '../calendar/events.ts'
import { getCalendar, listCalendars } from '../calendar/list.ts'
import { listCalendarView } from '../calendar/view.ts'
import { getAttachment, listAttachments } from '../mail/attachments.ts'
import { getFolder, listChildFolders, listFolders } from '../mail/folders.ts'
import { getMailboxSettings, getTimeZone } from '../mail/mailbox-settings.ts'
import { getMessage, listFolderMessages, listMessages } from '../mail/messages.ts'
import { READS_CALENDARS, READS_MAIL, READS_PROFILE, READS_SETTINGS } from '../oauth/scopes.ts'
import type { OptionName } from '../query/options.ts'
import type { MicrosoftState } from '../state.ts'
import { teamsMethods } from '../teams/methods.ts'
import type { GraphMethod } from './guard.ts'
import { getMe } from './me.ts'
import type { Preference } from './preferences.ts'

const ME = '/v1.0/me'
const ITEM_OPTIONS: readonly OptionName[] = ['select', 'expand', 'format']
const PAGED_OPTIONS: readonly OptionName[] = ['select', 'top', 'skip', 'count', 'format']
const FILTERED_OPTIONS: readonly OptionName[] = [...PAGED_OPTIONS, 'filter', 'orderby']
const SEARCHED_OPTIONS: readonly OptionName[] = [...FILTERED_OPTIONS, 'search', 'skiptoken', 'expand']
const EVENT_PREFERENCES: readonly Preference[] = ['timezone', 'body', 'ids']
const MESSAGE_PREFERENCES: readonly Preference[] = ['body', 'ids']

/** The supported methods of Graph v1.0, all of them below `/me`. */
export function graphMethods(microsoft: MicrosoftState): GraphMethod[] {
  return [
    { pattern: ME, api: 'directory', scopes: READS_PROFILE, options: ['select', 'format'], handle: getMe },
    ...settingsMethods(),
    ...calendarMethods(microsoft),
    ...mailMethods(microsoft),
    ...teamsMethods(microsoft),
  ]
}

function settingsMethods(): GraphMethod[] {
  const settings = { api: 'outlook', scopes: READS_SETTINGS } as const
  return [
    { ...settings, pattern: `${ME}/mailboxSettings`, handle: getMailboxSettings },
    { ...settings, pattern: `${ME}/mailboxSettings/timeZone`, handle: getTimeZone },
  ]
}

function calendarMethods(microsoft: MicrosoftState): GraphMethod[] {
  const outlook = { api: 'outlook', scopes: READS_CALENDARS } as const
  const calendar: Omit<GraphMethod, 'pattern'> = {
    ...outlook,
    options: ['select', 'format'],
    preferences: ['ids'],
    handle: (request) => getCalendar(microsoft, request),
  }
  const view: Omit<GraphMethod, 'pattern'> = {
    ...outlook,
    options: FILTERED_OPTIONS,
    preferences: EVENT_PREFERENCES,
    handle: (request) => listCalendarView(microsoft, request),
  }
  const event: Omit<GraphMethod, 'pattern'> = {
    ...outlook,
    options: ['select', 'format'],
    preferences: EVENT_PREFERENCES,
    handle: (request) => getEvent(microsoft, request),
  }
  return [
    {
      ...outlook,
      pattern: `${ME}/calendars`,
      options: PAGED_OPTIONS,
      preferences: ['ids'],
      handle: (request) => listCalendars(microsoft, request),
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

function mailMethods(microsoft: MicrosoftState): GraphMethod[] {
  const folders = { api: 'outlook', scopes: READS_MAIL, options: PAGED_OPTIONS } as const
  const messages = {
    api: 'outlook',
    scopes: READS_MAIL,
    options: SEARCHED_OPTIONS,
    preferences: MESSAGE_PREFERENCES,
  } as const
  const message = {
    api: 'outlook',
    scopes: READS_MAIL,
    options: ITEM_OPTIONS,
    preferences: MESSAGE_PREFERENCES,
  } as const
  const id = `${ME}/messages/:messageId`
  return [
    { ...messages, pattern: `${ME}/messages`, handle: (request) => listMessages(microsoft, request) },
    {
      ...messages,
      pattern: `${ME}/mailFolders/:folderId/messages`,
      handle: (request) => listFolderMessages(microsoft, request),
    },
    { ...message, pattern: id, handle: getMessage },
    { ...message, pattern: `${id}/attachments`, handle: listAttachments },
    { ...message, pattern: `${id}/attachments/:attachmentId`, handle: getAttachment },
    { ...folders, pattern: `${ME}/mailFolders`, handle: (request) => listFolders(microsoft, request) },
    { ...folders, pattern: `${ME}/mailFolders/:folderId`, handle: getFolder },
    {
      ...folders,
      pattern: `${ME}/mailFolders/:folderId/childFolders`,
      handle: (request) => listChildFolders(microsoft, request),
    },
  ]
}
