import type { HttpResponse } from '../../../sandbox/core/http/responses.ts'
import { dataResponse, fail } from './responses.ts'

/** The parameters of every list. */
export const LIST_PARAMETERS = ['from', 'limit'] as const

const MAX_LIMIT = 500
const DEFAULT_LIMIT = 25

/** A page of a list: `from` is the number of items to skip. */
export function listResponse(items: readonly object[], query: Readonly<Record<string, string>>): HttpResponse {
  const from = readNumber(query, 'from', 0, 0)
  const limit = readNumber(query, 'limit', DEFAULT_LIMIT, 1)
  if (limit > MAX_LIMIT) fail(400, 'invalid_parameter', `limit must be at most ${MAX_LIMIT}.`)
  const end = from + limit
  return dataResponse({ items: items.slice(from, end), ...(end < items.length ? { next: String(end) } : {}) })
}

function readNumber(query: Readonly<Record<string, string>>, name: string, absent: number, minimum: number): number {
  const text = query[name]
  if (text === undefined) return absent
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= minimum) return value
  return fail(400, 'invalid_parameter', `${name} must be a number of at least ${minimum}.`)
}

/** The items of the window from `since` to `until`; both may be absent. Times are ISO 8601 in UTC. */
export function inWindow<Item>(
  items: readonly Item[],
  query: Readonly<Record<string, string>>,
  toTime: (item: Item) => string,
): Item[] {
  const [since, until] = ['since', 'until'].map((name) => readTime(query, name))
  return items.filter((item) => {
    const time = toTime(item)
    return (since === undefined || time >= since) && (until === undefined || time < until)
  })
}

function readTime(query: Readonly<Record<string, string>>, name: string): string | undefined {
  const text = query[name]
  if (text === undefined || /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text)) return text
  return fail(400, 'invalid_parameter', `${name} must be a time such as 2026-03-30T09:00:00.000Z.`)
}
