import { omitUndefined } from '../../core/omit-undefined.ts'
import type { GraphRequest } from '../api/graph-request.ts'
import { userOdataContext } from '../api/odata-context.ts'
import { isOutlookId } from '../api/outlook-ids.ts'
import { paginate } from '../query/pagination.ts'
import { createSelector, formatSelection, type ResourceType } from '../query/select.ts'
import type { MicrosoftState } from '../state.ts'
import type { Calendar } from './model.ts'

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
export function listCalendars(microsoft: MicrosoftState, request: GraphRequest): object {
  const { account, options } = request
  const selected = createSelector(request, CALENDAR)
  const size = options.top ?? microsoft.settings.calendarsPageSize
  const { items, links } = paginate(microsoft, request, account.calendars, { size })
  return omitUndefined({
    ...userOdataContext(request, `calendars${formatSelection(request)}`),
    '@odata.count': options.count ? account.calendars.length : undefined,
    value: items.map((calendar) => selected(toCalendarJson(microsoft, request, calendar))),
    ...links,
  })
}

export function getCalendar(microsoft: MicrosoftState, request: GraphRequest): object {
  const calendar = resolveCalendar(microsoft, request)
  return {
    ...userOdataContext(request, `calendars${formatSelection(request)}/$entity`),
    ...createSelector(request, CALENDAR)(toCalendarJson(microsoft, request, calendar)),
  }
}

/** Returns the calendar of the path, or the default calendar when the path names none. */
export function resolveCalendar({ settings }: MicrosoftState, { account, http, fail }: GraphRequest): Calendar {
  const { calendarId } = http.params
  if (calendarId !== undefined && !isOutlookId(calendarId)) fail('ErrorInvalidIdMalformed')
  const getIds = ({ id }: Calendar) => (settings.calendarIds === 'constant' ? [id] : [id, toImmutableId(id)])
  const isRequested = (calendar: Calendar) =>
    calendarId === undefined ? calendar.isDefault : getIds(calendar).includes(calendarId)
  return account.calendars.find(isRequested) ?? fail('ErrorItemNotFound')
}

function toImmutableId(id: string): string {
  return `AAkALgAAAA${id.slice(4)}`
}

function toCalendarJson(
  { settings }: MicrosoftState,
  { prefer }: GraphRequest,
  calendar: Calendar,
): Record<string, unknown> {
  const { id, name, color, owner, isDefault, canEdit, canShare, canViewPrivateItems } = calendar
  const teams = isDefault ? ['teamsForBusiness'] : []
  return {
    id: prefer.immutableIds && settings.calendarIds === 'by-preference' ? toImmutableId(id) : id,
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
