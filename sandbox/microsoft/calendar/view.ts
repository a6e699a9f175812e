import type { GraphRequest } from '../api/graph-request.ts'
import { userOdataContext } from '../api/odata-context.ts'
import { parseFilter } from '../query/filter.ts'
import { parseOrder } from '../query/order.ts'
import { paginate } from '../query/paging.ts'
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
  const all = applyQuery(request, occurrencesIn(calendar, { from: from - slack, to: to + slack }))
  const selected = createSelector(request, VIEWED_EVENT)
  const rendering = createRendering(microsoft, request, calendar)
  const { items, links } = paginate(microsoft, request, all, { size: options.top ?? DEFAULT_PAGE_SIZE })
  const place = http.params.calendarId ? `calendars('${encodeURIComponent(calendar.id)}')/calendarView` : 'calendarView'
  return {
    ...userOdataContext(request, place + formatSelection(request)),
    ...(options.count ? { '@odata.count': all.length } : {}),
    value: items.map((occurrence) => selected(toEventJson(occurrence, rendering))),
    ...links,
  }
}

/** Without `$orderby` they come as they were made, occurrences of a series together: in no order of time. */
function applyQuery({ options, fail }: GraphRequest, occurrences: Occurrence[]): Occurrence[] {
  const filter = options.filter === undefined ? undefined : parseFilter(options.filter, EVENT_FIELDS, fail)
  const kept = filter ? occurrences.filter(filter.matches) : occurrences
  return options.orderby === undefined ? kept : kept.sort(parseOrder(options.orderby, EVENT_FIELDS, fail).compare)
}
