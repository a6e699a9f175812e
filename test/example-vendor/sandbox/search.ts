import type { Route } from '../../../sandbox/core/http/router.ts'
import { apiRoute } from './api-route.ts'
import { recordsOf, requireTable, type StoredRecord } from './record-store.ts'
import { dataResponse, fail } from './responses.ts'
import type { BeaconState } from './state.ts'

type Test = (text: string, value: string, values: readonly string[]) => boolean

/** What `is` of a condition means. Texts are compared without regard to case. */
const TESTS: Readonly<Record<string, Test>> = {
  equal: (text, value) => text === value,
  unequal: (text, value) => text !== value,
  containing: (text, value) => text.includes(value),
  beginning: (text, value) => text.startsWith(value),
  ending: (text, value) => text.endsWith(value),
  above: (text, value) => text > value,
  below: (text, value) => text < value,
  among: (text, _value, values) => values.includes(text),
  empty: (text) => text === '',
  filled: (text) => text !== '',
}

/** Finds records by their fields. */
export function searchRoutes(state: BeaconState): Route[] {
  const records = recordsOf(state)
  return [
    apiRoute(state, 'POST', '/v1/search', ['type', 'where', 'limit'], ({ body }) => {
      const { type, fields } = requireTable(body.type)
      const names = fields.map(({ name }) => name)
      const conditions = Array.isArray(body.where) ? body.where.map((condition) => readCondition(condition, names)) : []
      const limit = Number(body.limit)
      if (!Number.isInteger(limit) || limit < 1 || limit > 200) fail(400, 'invalid_value', 'limit must be 1 to 200.')
      const found = [...records.values()].filter(
        (record) => record.type === type && conditions.every((isMet) => isMet(record)),
      )
      return dataResponse({ items: found.slice(0, limit), more: found.length > limit })
    }),
  ]
}

/** Ends the request for a field that the table does not have, or an unknown test. */
function readCondition(condition: unknown, names: readonly string[]): (record: StoredRecord) => boolean {
  const { field, is, value, values } = (condition ?? {}) as Record<string, unknown>
  if (typeof field !== 'string' || !names.includes(field)) fail(422, 'invalid_value', `There is no field “${field}”.`)
  const test = TESTS[String(is)] ?? fail(422, 'invalid_value', `There is no test “${is}”.`)
  const listed = Array.isArray(values) ? values.map(toText) : []
  return ({ fields }) => test(toText(fields[field as string]), toText(value), listed)
}

function toText(value: unknown): string {
  return String(value ?? '').toLowerCase()
}
