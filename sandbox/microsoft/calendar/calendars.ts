import { userContext } from '../context.ts'
import type { Microsoft } from '../microsoft.ts'
import { isOutlookId } from '../outlook-ids.ts'
import { pageOf } from '../query/paging.ts'
import { type ResourceType, selectionOf, selector } from '../query/select.ts'
import type { Visit } from '../visit.ts'
import type { Calendar } from './calendar.ts'

const CALENDAR: ResourceType = {
  name: 'calendar',
  properties: [
    'id',
    'name',
    'color',
    'hexColor',
    'isDefaultCalendar',
    'changeKey',
    'canShare',
    'canViewPrivateItems',
    'canEdit',
    'allowedOnlineMeetingProviders',
    'defaultOnlineMeetingProvider',
    'isTallyingResponses',
    'isRemovable',
    'owner',
  ],
  always: ['id'],
}

/** https://learn.microsoft.com/graph/api/user-list-calendars */
export function listCalendars(microsoft: Microsoft, visit: Visit): object {
  const { account, options } = visit
  const selected = selector(visit, CALENDAR)
  const size = options.top ?? microsoft.settings.calendarsPageSize
  const { items, links } = pageOf(microsoft, visit, account.calendars, { size })
  return {
    ...userContext(visit, `calendars${selectionOf(visit)}`),
    ...(options.count ? { '@odata.count': account.calendars.length } : {}),
    value: items.map((calendar) => selected(toCalendarJson(microsoft, visit, calendar))),
    ...links,
  }
}

export function getCalendar(microsoft: Microsoft, visit: Visit): object {
  const calendar = calendarOf(microsoft, visit)
  return {
    ...userContext(visit, `calendars${selectionOf(visit)}/$entity`),
    ...selector(visit, CALENDAR)(toCalendarJson(microsoft, visit, calendar)),
  }
}

/** The calendar of the path; the default one for a path that names none. */
export function calendarOf({ settings }: Microsoft, { account, call, refuse }: Visit): Calendar {
  const { calendarId } = call.params
  if (calendarId !== undefined && !isOutlookId(calendarId)) refuse('ErrorInvalidIdMalformed')
  const idsOf = ({ id }: Calendar) => (settings.calendarIds === 'constant' ? [id] : [id, preferredId(id)])
  const isMeant = (calendar: Calendar) =>
    calendarId === undefined ? calendar.isDefault : idsOf(calendar).includes(calendarId)
  return account.calendars.find(isMeant) ?? refuse('ErrorItemNotFound')
}

function preferredId(id: string): string {
  return `AAkALgAAAA${id.slice(4)}`
}

function toCalendarJson({ settings }: Microsoft, { prefer }: Visit, calendar: Calendar): Record<string, unknown> {
  const { id, name, color, owner, isDefault, canEdit, canShare, canViewPrivateItems } = calendar
  const teams = isDefault ? ['teamsForBusiness'] : []
  return {
    id: prefer.immutableIds && settings.calendarIds === 'by-preference' ? preferredId(id) : id,
    name,
    color,
    hexColor: '',
    isDefaultCalendar: isDefault,
    changeKey: Buffer.from(`${name} ${calendar.events.size}`).toString('base64'),
    canShare,
    canViewPrivateItems,
    canEdit,
    allowedOnlineMeetingProviders: teams,
    defaultOnlineMeetingProvider: isDefault ? 'teamsForBusiness' : 'unknown',
    isTallyingResponses: isDefault,
    isRemovable: !isDefault,
    owner,
  }
}
