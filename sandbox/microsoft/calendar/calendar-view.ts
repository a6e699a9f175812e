import { userContext } from '../context.ts'
import type { Microsoft } from '../microsoft.ts'
import { parseFilter } from '../query/filter.ts'
import { parseOrder } from '../query/order.ts'
import { pageOf } from '../query/paging.ts'
import { selectionOf, selector } from '../query/select.ts'
import type { Visit } from '../visit.ts'
import { calendarOf } from './calendars.ts'
import { EVENT_FIELDS, VIEWED_EVENT } from './event-fields.ts'
import { toEventJson } from './event-json.ts'
import { renderingFor } from './events.ts'
import { type Occurrence, occurrencesIn } from './occurrence.ts'
import { windowOf } from './window.ts'

const DEFAULT_SIZE = 10

/** https://learn.microsoft.com/graph/api/calendar-list-calendarview */
export function listCalendarView(microsoft: Microsoft, visit: Visit): object {
  const { settings } = microsoft
  const { call, options } = visit
  const calendar = calendarOf(microsoft, visit)
  if (calendar.broken) visit.refuse(calendar.broken)
  const { from, to, days } = windowOf(visit)
  if (days > settings.viewTimeoutDays) visit.refuse('timeout')
  const slack = settings.windowSlackMs
  const all = arranged(visit, occurrencesIn(calendar, { from: from - slack, to: to + slack }))
  const selected = selector(visit, VIEWED_EVENT)
  const rendering = renderingFor(microsoft, visit, calendar)
  const { items, links } = pageOf(microsoft, visit, all, { size: options.top ?? DEFAULT_SIZE })
  const place = call.params.calendarId ? `calendars('${encodeURIComponent(calendar.id)}')/calendarView` : 'calendarView'
  return {
    ...userContext(visit, place + selectionOf(visit)),
    ...(options.count ? { '@odata.count': all.length } : {}),
    value: items.map((occurrence) => selected(toEventJson(occurrence, rendering))),
    ...links,
  }
}

/** Without `$orderby` they come as they were made, occurrences of a series together: in no order of time. */
function arranged({ options, refuse }: Visit, occurrences: Occurrence[]): Occurrence[] {
  const filter = options.filter === undefined ? undefined : parseFilter(options.filter, EVENT_FIELDS, refuse)
  const kept = filter ? occurrences.filter(filter.keeps) : occurrences
  return options.orderby === undefined ? kept : kept.sort(parseOrder(options.orderby, EVENT_FIELDS, refuse).compare)
}
