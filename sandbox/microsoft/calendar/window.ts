import type { GraphRequest } from '../api/graph-request.ts'
import type { Window } from './occurrence.ts'

const DAY_MS = 86_400_000
const MAX_DAYS = 1825
/** A date, or a date and time; without an offset it is UTC, whatever zone is preferred. */
const INSTANT = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,7})?)?(Z|[+-]\d{2}:\d{2})?)?$/i

/** The time range of a view, which has to be given and may not be longer than five years. */
export function parseWindow(request: GraphRequest): Window & { days: number } {
  const [from, to] = [parseInstantParameter(request, 'startDateTime'), parseInstantParameter(request, 'endDateTime')]
  const days = (to - from) / DAY_MS
  if (days < 0) request.fail('ErrorInvalidParameter', "The value of 'endDateTime' lies before that of 'startDateTime'.")
  if (days > MAX_DAYS) {
    const allowed = `greater than the allowed range. Maximum number of days: ${MAX_DAYS}`
    request.fail(
      'ErrorInvalidRequest',
      `Your request can't be completed. The range between the start and end dates is ${allowed}`,
    )
  }
  return { from, to, days }
}

function parseInstantParameter({ http, fail }: GraphRequest, name: string): number {
  const text = [...http.url.searchParams].find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1]
  if (!text) {
    return fail(
      'ErrorInvalidParameter',
      'This request requires a time window specified by the query string parameters StartDateTime and EndDateTime.',
    )
  }
  const match = INSTANT.exec(text)
  const value = match ? Date.parse(/T/i.test(text) && !match[1] ? `${text}Z` : text) : Number.NaN
  return Number.isNaN(value)
    ? fail('ErrorInvalidParameter', `The value '${text}' of parameter '${name}' is invalid.`)
    : value
}
