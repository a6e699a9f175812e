import { omitUndefined } from '../../core/omit-undefined.ts'
import type { GraphRequest } from '../api/graph-request.ts'
import { userOdataContext } from '../api/odata-context.ts'
import { parseFilter } from '../query/filter.ts'
import { parseOrder } from '../query/order.ts'
import { paginate } from '../query/pagination.ts'
import { createSelector, formatSelection } from '../query/select.ts'
import type { MicrosoftState } from '../state.ts'
import { EVENT_FIELDS, VIEWED_EVENT } from './event-fields.ts'
import { toEventJson } from './event-json.ts'
import { createRendering } from './events.ts'
import { resolveCalendar } from './list.ts'
import { type Occurrence, occurrencesIn } from './occurrence.ts'
import { parseWindow } from './window.ts'

const DEFAULT_PAGE_SIZE = 10

/** https://learn.microsoft.com/graph/api/calendar-list-calendarview */
export function listCalendarView(microsoft: MicrosoftState, request: GraphRequest): object {
  const { settings } = microsoft
  const { http, options } = request
  const calendar = resolveCalendar(microsoft, request)
  if (calendar.eventsError) request.fail(calendar.eventsError)
  const { from, to, days } = parseWindow(request)
  if (days > settings.viewTimeoutDays) request.fail('timeout')
  const slack = settings.windowSlackMs
  const occurrences = applyQuery(request, occurrencesIn(calendar, { from: from - slack, to: to + slack }))
  const selected = createSelector(request, VIEWED_EVENT)
  const rendering = createRendering(microsoft, request, calendar)
  const { items, links } = paginate(microsoft, request, occurrences, { size: options.top ?? DEFAULT_PAGE_SIZE })
  const path = http.params.calendarId ? `calendars('${encodeURIComponent(calendar.id)}')/calendarView` : 'calendarView'
  return omitUndefined({
    ...userOdataContext(request, path + formatSelection(request)),
    '@odata.count': options.count ? occurrences.length : undefined,
    value: items.map((occurrence) => selected(toEventJson(occurrence, rendering))),
    ...links,
  })
}

/** Without `$orderby` the events are in order of creation, with the occurrences of a series together. */
function applyQuery({ options, fail }: GraphRequest, occurrences: Occurrence[]): Occurrence[] {
  const filter = options.filter === undefined ? undefined : parseFilter(options.filter, EVENT_FIELDS, fail)
  const filtered = filter ? occurrences.filter(filter.matches) : occurrences
  return options.orderby === undefined
    ? filtered
    : filtered.sort(parseOrder(options.orderby, EVENT_FIELDS, fail).compare)
}
