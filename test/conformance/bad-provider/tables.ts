import { type Call, PROVIDER, page } from './call.ts'
import type { Json } from './json.ts'
import { ADA, ORIGIN, type StoredRecord } from './vendor.ts'

export const FIELDS = ['Name', 'Industry']
/** What /sync/metadata returns if no table is requested. */
const FIRST_TABLES: Json[] = [{ metadataType: 'Account' }]

export function toTable({ application, has, path }: Call, metadataType: string, records?: Json[]): Json {
  const names = has('metadata has no fields') && records === undefined ? [] : FIELDS
  const type = has('a metadataType has a dot') && path.startsWith('/sync/') ? `crm.${metadataType}` : metadataType
  return {
    blockType: 'table',
    provider: PROVIDER,
    application,
    externalId: metadataType,
    metadata: {
      metadataType: type,
      label: metadataType,
      fields: names.map((name) => ({ name, label: name, fieldType: 'string' })),
    },
    ...(records ? { records } : {}),
  }
}

export function toValues(values: Record<string, string>): Json[] {
  return Object.entries(values).map(([name, value]) => ({ name, value }))
}

function toRow({ has }: Call, { externalId, values }: StoredRecord): Json {
  const rest = has('rows have unknown fields') ? { ...values, Secret: 'x' } : values
  const list = toValues(rest).map((field) => (has('values are numbers') ? { ...field, value: 7 } : field))
  return has('rows have no ids') ? { values: list } : { externalId, values: list }
}

export function metadata(call: Call): Json {
  const records = call.has('metadata has records') ? [...call.vendor.records.values()] : undefined
  const requested: Json[] = call.body.tableMetadata
  const types = requested.length > 0 || call.has('nobody begins with a table') ? requested : FIRST_TABLES
  return page(
    types.map(({ metadataType }) =>
      toTable(
        call,
        metadataType,
        records?.map((record) => toRow(call, record)),
      ),
    ),
  )
}

export function tables(call: Call): Json {
  const { vendor, has } = call
  return page(
    call.body.recordFilter.recordTypeFilters.map(({ tableMetadata, externalIds }: Json) => {
      const all = [...vendor.records.values()]
      const isFirst = externalIds.length === 0
      const requested =
        isFirst || has('requested ids are ignored') ? all : all.filter((row) => externalIds.includes(row.externalId))
      const rows = isFirst && has('no ids mean no rows') ? [] : requested
      return toTable(
        call,
        tableMetadata.metadataType,
        rows.map((row) => toRow(call, row)),
      )
    }),
  )
}

export function identifiers(call: Call): Json {
  const { has } = call
  const slots = has('only the first slot is read')
    ? call.body.externalIdLinkObjects.slice(0, 1)
    : call.body.externalIdLinkObjects
  const fits = ({ email }: Json) => email === ADA || has('a slot gets a guess')
  return page(
    slots.filter(fits).map((slot: Json) => {
      const { sourceTagId: _, ...others } = slot
      const hints = has('hints are not repeated') ? others : slot
      return { ...hints, externalId: 'contact-1', url: `${ORIGIN}/contacts/contact-1` }
    }),
  )
}

export function insight(call: Call): Json {
  const { has } = call
  const [filter] = call.body.filter.insightTypeFilters
  const tags = has('insight is about everybody') ? [{ externalId: 'rec-1' }, ...filter.tags] : filter.tags
  if (tags.length === 0) return page([])
  const rows = tags.map(({ externalId }: Json, index: number) => ({
    externalId: `case-${index}`,
    values: [{ name: 'Name', value: has('insight rows name no tag') ? 'Late' : externalId }],
  }))
  return page([{ blockType: 'table', tables: [toTable(call, 'Case', has('insight has no rows') ? [] : rows)] }])
}
