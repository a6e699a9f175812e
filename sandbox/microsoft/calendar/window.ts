import type { GraphRequest } from '../api/graph-request.ts'
import type { Window } from './occurrence.ts'

export const DAY_MS = 86_400_000
/** The maximum length of a view: five years. */
export const MAX_DAYS = 1825
/** A date or date-time. Without an offset it is in UTC, whatever time zone is preferred. */
const INSTANT = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,7})?)?(Z|[+-]\d{2}:\d{2})?)?$/i

/** Parses the time range of a view, which is required and limited to five years. `from` and `to` are in epoch ms. */
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
