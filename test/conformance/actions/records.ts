import { Table, type TableRecord } from '../../../src/contract/index.ts'
import { checker } from '../routes.ts'
import { type Action, call, type Exercises, type Subject, Violations } from './rule.ts'

type Exercise = NonNullable<Exercises['records']>
const describeTable = checker(Table)

export const records: Action<'records'> = {
  name: 'records',
  path: () => '/upsert/table',
  body: ({ metadataType, created } = { metadataType: 'Account', created: [], changed: [] }) => ({
    table: { metadata: { metadataType }, records: [{ values: created }] },
  }),
  connection: 'connectedProvider',
  needsInstanceUrl: true,
  rules: [
    {
      name: 'a record without an id is created, and returned with the id that the vendor assigned',
      findViolations: async (subject, exercise) => {
        const violations = new Violations()
        const [first] = await write(subject, exercise, [{ values: exercise.created }], violations)
        const [second] = await write(subject, exercise, [{ values: exercise.created }], violations)
        if (violations.list.length > 0 || !first?.externalId) return violations.list
        violations.expect(first.externalId !== second?.externalId, 'two created records have the same id')
        const stored = await read(subject, exercise, first.externalId, exercise.created)
        violations.expect(stored !== undefined, `/sync/table does not return the created record ${first.externalId}`)
        violations.list.push(...describeMissing(exercise.created, stored))
        return violations.list
      },
    },
    {
      name: 'a record with an id is updated, and keeps its id',
      findViolations: async (subject, exercise) => {
        const violations = new Violations()
        const [created] = await write(subject, exercise, [{ values: exercise.created }], violations)
        if (!created?.externalId) return violations.list
        const { externalId } = created
        const [updated] = await write(subject, exercise, [{ externalId, values: exercise.changed }], violations)
        violations.expect(
          updated?.externalId === externalId,
          `the updated record is returned as ${updated?.externalId}`,
        )
        const stored = await read(subject, exercise, externalId, exercise.changed)
        violations.list.push(...describeMissing(exercise.changed, stored))
        return violations.list
      },
    },
    {
      name: 'records are returned in the order of the request, every one with an id',
      findViolations: async (subject, exercise) => {
        const violations = new Violations()
        const [existing] = await write(subject, exercise, [{ values: exercise.created }], violations)
        if (!existing?.externalId) return violations.list
        const changed = { externalId: existing.externalId, values: exercise.changed }
        const both = await write(subject, exercise, [{ values: exercise.created }, changed], violations)
        violations.expect(both.length === 2, `${both.length} records are returned for 2`)
        violations.expect(
          both[1]?.externalId === existing.externalId,
          'the second record is not the second of the request',
        )
        violations.expect(both[0]?.externalId !== existing.externalId, 'the created record has the id of another one')
        return violations.list
      },
    },
  ],
}

async function write(
  subject: Subject,
  exercise: Exercise,
  list: object[],
  violations: Violations,
): Promise<TableRecord[]> {
  const { metadataType } = exercise
  const response = await call(subject, records, exercise, {
    body: { table: { metadata: { metadataType }, records: list } },
  })
  if (!violations.expectBody(response, describeTable)) return []
  const table = response.body as Table
  violations.expect(table.metadata.metadataType === metadataType, `the table is ${table.metadata.metadataType}`)
  const written = table.records ?? []
  violations.expect(written.length === list.length, `${written.length} records are returned for ${list.length}`)
  violations.expect(
    written.every(({ externalId }) => Boolean(externalId)),
    'a returned record has no externalId',
  )
  return written
}

/** The record as /sync/table returns it, with these fields. */
async function read(
  { client, connection }: Subject,
  { metadataType }: Exercise,
  externalId: string,
  fields: readonly { name: string }[],
): Promise<TableRecord | undefined> {
  const tableMetadata = { metadataType, fields: fields.map(({ name }) => ({ name })) }
  const recordFilter = { recordTypeFilters: [{ tableMetadata, externalIds: [externalId] }] }
  const { items } = await client.page('/sync/table', { connectedProvider: connection, recordFilter })
  return (items as unknown as Table[])
    .flatMap((table) => table.records ?? [])
    .find((record) => record.externalId === externalId)
}

function describeMissing(
  values: readonly { name: string; value: string }[],
  record: TableRecord | undefined,
): string[] {
  const stored = new Map(record?.values.map(({ name, value }) => [name, value]))
  return values
    .filter(({ name, value }) => stored.get(name) !== value)
    .map(({ name, value }) => `${name} is stored as ${stored.get(name)} and not as ${value}`)
}
