import type { Route } from '../../../sandbox/core/http/router.ts'
import { apiRoute } from './api-route.ts'
import { LIST_PARAMETERS, listResponse } from './list.ts'
import { recordsOf, requireTable, type StoredRecord } from './record-store.ts'
import { dataResponse, fail } from './responses.ts'
import type { BeaconState } from './state.ts'

/** Tables and their records. */
export function recordRoutes(state: BeaconState): Route[] {
  const records = recordsOf(state)
  const requireRecord = (id: string | undefined) =>
    records.get(id ?? '') ?? fail(404, 'not_found', 'There is no such record.')
  return [
    apiRoute(state, 'GET', '/v1/tables/:type', [], ({ params }) => dataResponse(requireTable(params.type))),
    apiRoute(state, 'GET', '/v1/records/:id', [], ({ params }) => dataResponse(requireRecord(params.id))),
    apiRoute(state, 'GET', '/v1/tables/:type/records', ['ids', ...LIST_PARAMETERS], ({ params, query }) => {
      requireTable(params.type)
      const ids = query.ids?.split(',')
      const found = [...records.values()].filter(({ id, type }) => type === params.type && (!ids || ids.includes(id)))
      return listResponse(found, query)
    }),
    apiRoute(state, 'POST', '/v1/tables/:type/records', ['fields'], ({ params, body }) => {
      const { type } = requireTable(params.type)
      const record: StoredRecord = { id: `r${records.size + 1}`, type, fields: readFields(type, body.fields) }
      if (!record.fields.Name) fail(422, 'invalid_value', 'Name is required.')
      records.set(record.id, record)
      return dataResponse(record)
    }),
    apiRoute(state, 'PATCH', '/v1/tables/:type/records/:id', ['fields'], ({ params, body }) => {
      const record = requireRecord(params.id)
      if (record.type !== params.type) fail(404, 'not_found', 'There is no such record.')
      Object.assign(record.fields, readFields(record.type, body.fields))
      return dataResponse(record)
    }),
  ]
}

/** Ends the request if the table lacks a field, or a value does not fit it. */
function readFields(type: string, fields: unknown): StoredRecord['fields'] {
  const described = requireTable(type).fields
  const entries = Object.entries((fields ?? {}) as Record<string, unknown>)
  for (const [name, value] of entries) {
    const field = described.find((candidate) => candidate.name === name)
    if (!field) fail(422, 'invalid_value', `${type} has no field “${name}”.`)
    const isText = typeof value === 'string'
    if (!isText && value !== null) fail(422, 'invalid_value', `${name} must be a text or null.`)
    const { choices } = field as { choices?: string[] }
    if (isText && choices && !choices.includes(value)) fail(422, 'invalid_value', `${name} cannot be “${value}”.`)
  }
  return Object.fromEntries(entries) as StoredRecord['fields']
}
