import type { Rule } from '../../rule.ts'
import type { Check } from '../../run/check.ts'
import type { Json } from '../../run/client.ts'
import type { Subject } from '../../run/subject.ts'
import { SPECIFICATION } from '../../specification/sentences.ts'
import { accepted, list, readItems, readPage, repeated } from './pages.ts'

const ofTables = { scope: 'capability', capabilities: ['table'], needs: ['account'] } as const
const NO_ROWS = 'the table has no row: name one that has rows in samples.table'

/** Rules about /sync/metadata and /sync/table. */
export const tableRules: readonly Rule[] = [
  {
    ...ofTables,
    id: 'metadata.no-records',
    level: 'must',
    requires: '/sync/metadata returns tables with their fields and without records.',
    source: SPECIFICATION.metadataOnly,
    remedy: 'Read the schema of the vendor object, and leave the rows to /sync/table.',
    capabilities: ['metadata'],
    run: async (check, subject) => {
      for (const { externalId, metadata, records } of accepted(subject, await readItems(check, subject))) {
        check.expect(!records?.length, `the table ${externalId} has ${records?.length} records`)
        check.expect(metadata?.fields?.length > 0, `the table ${externalId} has no fields`)
      }
    },
  },
  {
    ...ofTables,
    id: 'metadata.first-tables',
    level: 'should',
    requires: 'Without a table in the request, /sync/metadata returns those that one begins with.',
    source: SPECIFICATION.metadataOnConnect,
    remedy: 'When a user connects, the platform knows no table yet. Return the tables that most users need.',
    capabilities: ['metadata'],
    run: async (check, subject) => {
      const { items } = await readPage(check, subject, { body: { tableMetadata: [] } })
      check.expect(items.length > 0, 'no table is returned, so nobody who connects ever gets one')
    },
  },
  {
    ...ofTables,
    id: 'table.metadata-type',
    level: 'must',
    requires: 'A table is that of the request, and its metadataType has no dot.',
    source: SPECIFICATION.noDot,
    remedy: 'Return the metadataType of the request; replace dots of the vendor’s names by underscores.',
    capabilities: ['metadata', 'table'],
    run: async (check, subject) => {
      const requested = requestedType(subject)
      for (const { externalId, metadata } of accepted(subject, await readItems(check, subject))) {
        const type = metadata?.metadataType
        check.expect(type === requested, `the table ${externalId} is ${type} and not ${requested}`)
        check.expect(!String(type).includes('.'), `the metadataType ${type} has a dot`)
      }
    },
  },
  {
    ...ofTables,
    id: 'table.first-rows',
    level: 'must',
    requires: 'Without ids, a table has a first set of rows.',
    source: SPECIFICATION.firstRows,
    remedy: 'Return for example the rows that were changed last.',
    run: async (check, subject) => {
      const rows = await readRows(check, subject)
      const isPromised = subject.account?.samples?.table !== undefined
      if (rows.length === 0 && !isPromised) check.skip(NO_ROWS)
      check.expect(rows.length > 0, 'the table of the samples has no row')
    },
  },
  {
    ...ofTables,
    id: 'table.row-ids',
    level: 'must',
    requires: 'Every row has an externalId of its own, which is the same if it is read again.',
    source: SPECIFICATION.record,
    remedy: 'Use the vendor’s id of the row, and not its number in the list.',
    run: async (check, subject) => {
      const ids = (await readRows(check, subject)).map(({ externalId }) => externalId)
      if (ids.length === 0) check.skip(NO_ROWS)
      check.expect(
        ids.every((id) => typeof id === 'string' && id !== ''),
        'a row has no externalId',
      )
      check.expect(repeated(ids).length === 0, `rows have the same externalId: ${list(repeated(ids))}`)
      const again = (await readRows(check, subject, true)).map(({ externalId }) => externalId)
      const lost = ids.filter((id) => !again.includes(id))
      check.expect(lost.length === 0, `${lost.length} rows have other ids if they are read again: ${list(lost)}`)
    },
  },
  {
    ...ofTables,
    id: 'table.row-values',
    level: 'must',
    requires: 'The values of a row are texts, each of a field of the table.',
    source: SPECIFICATION.rowValues,
    remedy: 'Name every field that has values in metadata.fields, and convert numbers and dates to texts.',
    run: async (check, subject) => {
      const tables = accepted(subject, await readItems(check, subject))
      if (tables.every(({ records }) => !records?.length)) check.skip(NO_ROWS)
      for (const { metadata, records = [] } of tables) {
        const fields = new Set((metadata?.fields ?? []).map(({ name }: Json) => name))
        for (const { externalId, values = [] } of records) {
          const unknown = values.filter(({ name }: Json) => !fields.has(name)).map(({ name }: Json) => name)
          check.expect(unknown.length === 0, `the row ${externalId} has values of no field: ${list(unknown)}`)
          const wrong = values.filter(({ value }: Json) => typeof value !== 'string').map(({ name }: Json) => name)
          check.expect(wrong.length === 0, `the row ${externalId} has values that are no texts: ${list(wrong)}`)
        }
      }
    },
  },
  {
    ...ofTables,
    id: 'table.by-id',
    level: 'must',
    requires: 'With ids, a table has exactly these rows.',
    source: SPECIFICATION.rowsById,
    remedy: 'Look the ids up at the vendor. Leave out those that do not exist.',
    run: async (check, subject) => {
      const [row] = await readRows(check, subject)
      if (!row?.externalId) check.skip(NO_ROWS)
      const tableMetadata = requestedTable(subject)
      const externalIds = [row.externalId]
      const body = { recordFilter: { recordTypeFilters: [{ tableMetadata, externalIds }] } }
      const items = accepted(subject, await readItems(check, subject, { body }))
      const found = items.flatMap(({ records = [] }) => records).map(({ externalId }: Json) => externalId)
      check.expect(
        found.join() === externalIds.join(),
        `the row ${externalIds} is requested, and the rows ${list(found)} are returned`,
      )
    },
  },
]

function requestedTable({ capability, samples, application }: Subject): Json {
  const { tableMetadata, recordFilter } = capability.body(samples, application) as Json
  return tableMetadata?.[0] ?? recordFilter?.recordTypeFilters?.[0]?.tableMetadata
}

function requestedType(subject: Subject): string {
  return requestedTable(subject)?.metadataType
}

async function readRows(check: Check, subject: Subject, isFresh = false): Promise<Json[]> {
  const tables = accepted(subject, await readItems(check, subject, { isFresh }))
  return tables.flatMap(({ records = [] }) => records)
}
