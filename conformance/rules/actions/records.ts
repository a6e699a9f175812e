import { type FieldValue, Table, type TableRecord } from '../../../src/contract/index.ts'
import type { Rule } from '../../rule.ts'
import type { Check } from '../../run/check.ts'
import { type Subject, validBody } from '../../run/subject.ts'
import { SPECIFICATION } from '../../specification/sentences.ts'
import { requireBody } from '../expect.ts'

const ofRecords = { scope: 'capability', capabilities: ['records'], needs: ['account', 'records', 'writes'] } as const

/** Rules about /upsert/table. A written record is read again: a provider that echoes the request stores nothing. */
export const recordRules: readonly Rule[] = [
  {
    ...ofRecords,
    id: 'upsert.create',
    level: 'must',
    requires: 'A record without an id is created, and returned with the id that the vendor assigned.',
    source: SPECIFICATION.assignedIds,
    remedy: 'Write the vendor’s id into externalId of the returned record.',
    run: async (check, subject) => {
      const { created } = sampleOf(subject)
      const [first] = await write(check, subject, [{ values: created }])
      const [second] = await write(check, subject, [{ values: created }])
      check.expect(first?.externalId !== second?.externalId, 'two created records have the same id')
      await requireStored(check, subject, first, created)
    },
  },
  {
    ...ofRecords,
    id: 'upsert.update',
    level: 'must',
    requires: 'A record with an id is updated, and keeps its id.',
    source: SPECIFICATION.upsertKinds,
    remedy: 'Update the vendor object with this id, and return the same id.',
    run: async (check, subject) => {
      const { created, changed } = sampleOf(subject)
      const [{ externalId } = {}] = await write(check, subject, [{ values: created }])
      check.require(Boolean(externalId), 'the created record has no id')
      const [updated] = await write(check, subject, [{ externalId, values: changed }])
      check.expect(updated?.externalId === externalId, `the updated record is returned as ${updated?.externalId}`)
      await requireStored(check, subject, { externalId, values: [] } as TableRecord, changed)
    },
  },
  {
    ...ofRecords,
    id: 'upsert.twice',
    level: 'must',
    requires: 'A record that is written twice with its id is one record.',
    source: SPECIFICATION.upsertKinds,
    remedy: 'Do not create an object for a record with an id, even if nothing in it has changed.',
    run: async (check, subject) => {
      const { created } = sampleOf(subject)
      const [{ externalId } = {}] = await write(check, subject, [{ values: created }])
      check.require(Boolean(externalId), 'the created record has no id')
      const same = { externalId, values: created }
      const ids = [...(await write(check, subject, [same])), ...(await write(check, subject, [same]))]
      const others = ids.map((record) => record.externalId).filter((id) => id !== externalId)
      check.expect(others.length === 0, `the record ${externalId} becomes ${others.join(', ')}`)
    },
  },
  {
    ...ofRecords,
    id: 'upsert.outcomes',
    level: 'must',
    requires: 'Every record of the request has an outcome, in the same order.',
    source: SPECIFICATION.assignedIds,
    remedy: 'Return one record per record of the request, at the same position: the platform matches them by it.',
    run: async (check, subject) => {
      const { created, changed } = sampleOf(subject)
      const [existing] = await write(check, subject, [{ values: created }])
      const changes = { externalId: existing?.externalId, values: changed }
      const both = await write(check, subject, [{ values: created }, changes])
      check.expect(both[1]?.externalId === existing?.externalId, 'the second record is not the second of the request')
      check.expect(both[0]?.externalId !== existing?.externalId, 'the created record has the id of another one')
    },
  },
  {
    ...ofRecords,
    id: 'upsert.nothing',
    level: 'should',
    requires: 'A table without records is written without an error.',
    source: SPECIFICATION.upsertKinds,
    remedy: 'Return the table with records: [].',
    needs: ['account', 'records'],
    run: async (check, subject) => {
      check.expect((await send(check, subject, [])).length === 0, 'records are returned for none')
    },
  },
]

type Sample = { metadataType: string; created: FieldValue[]; changed: FieldValue[] }

function sampleOf({ samples: { records } }: Subject): Sample {
  return records ?? { metadataType: '', created: [], changed: [] }
}

interface RecordToWrite {
  externalId?: string | undefined
  values: FieldValue[]
}

/** Writes records, and reports those that were created. */
async function write(check: Check, subject: Subject, records: readonly RecordToWrite[]): Promise<TableRecord[]> {
  const written = await send(check, subject, records)
  const { metadataType } = sampleOf(subject)
  for (const [index, { externalId }] of records.entries()) {
    if (!externalId)
      check.made.push(`${subject.application.name}: record ${metadataType} ${written[index]?.externalId}`)
  }
  return written
}

async function send(check: Check, subject: Subject, records: readonly RecordToWrite[]): Promise<TableRecord[]> {
  const { metadataType } = sampleOf(subject)
  const body = { ...(await validBody(subject)), table: { metadata: { metadataType }, records } }
  const table = requireBody(check, await check.send({ path: subject.path, body }), Table) as Table
  const { metadata, records: written = [] } = table
  check.expect(metadata.metadataType === metadataType, `the table is ${metadata.metadataType} and not ${metadataType}`)
  check.require(written.length === records.length, `${written.length} records are returned for ${records.length}`)
  check.require(
    written.every(({ externalId }) => Boolean(externalId)),
    'a returned record has no externalId',
  )
  return written
}

/** Requires /sync/table to return a record with these values. */
async function requireStored(
  check: Check,
  subject: Subject,
  record: TableRecord | undefined,
  values: readonly FieldValue[],
): Promise<void> {
  const { externalId = '' } = record ?? {}
  if (!subject.application.sobjects.table) return
  const fields = values.map(({ name }) => ({ name }))
  const tableMetadata = { metadataType: sampleOf(subject).metadataType, fields }
  const body = {
    connectedProvider: await subject.connection(),
    recordFilter: { recordTypeFilters: [{ tableMetadata, externalIds: [externalId] }] },
  }
  const { json } = await check.send({ path: '/sync/table', body })
  if (!Array.isArray(json?.items)) check.skip('the response of /sync/table is no page: see page.form')
  const rows = json.items.flatMap((table: Table) => table.records ?? []) as TableRecord[]
  const stored = rows.find((row) => row.externalId === externalId)
  if (!check.expect(stored !== undefined, `/sync/table does not return the record ${externalId}`)) return
  for (const { name, value } of values) {
    const found = stored?.values.find((field) => field.name === name)?.value
    check.expect(found === value, `${name} is stored as ${JSON.stringify(found)} and not as ${JSON.stringify(value)}`)
  }
}
