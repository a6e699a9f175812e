import type { ProblemItem, Table, TableRecord, UpsertTableRequest } from '../../../src/contract/index.ts'
import type { Call } from '../../../src/kit/application.ts'
import { type ProviderError, ValidationError } from '../../../src/kit/errors.ts'
import type { RecordInput, WriteOutcome } from '../api/collections.ts'
import type { ObjectType } from '../api/object-type.ts'
import { isNotFound, Org } from '../api/org.ts'
import { toTable } from '../mapping/records.ts'
import type { SalesforceSettings } from '../settings.ts'
import { writeRecords } from './batches.ts'
import { prepareRecord } from './prepare.ts'
import { toFailure, toProblems } from './problems.ts'

/** Creates the records without an id and updates the others. Throws a ProviderError that names each failed record. */
export async function upsertTable(
  { connectedProvider, table }: UpsertTableRequest,
  call: Call<SalesforceSettings>,
): Promise<Table> {
  const org = new Org(connectedProvider.credential, call)
  const type = await requireType(org, table.metadata.metadataType)
  const inputs = new Map<number, RecordInput>()
  const problems = new Map<number, ProblemItem[]>()
  for (const [index, record] of table.records.entries()) {
    const prepared = prepareRecord(type, record, toPointer(index))
    if ('input' in prepared) inputs.set(index, prepared.input)
    else problems.set(index, prepared.problems)
  }
  const outcomes = await writeRecords(org, type, inputs)
  for (const [index, outcome] of outcomes) {
    if (outcome.state === 'written') continue
    const pointerFor = (fields: readonly string[]) => toFieldPointer(table.records[index], toPointer(index), fields)
    problems.set(index, toProblems(outcome, inputs.get(index)?.id !== undefined, pointerFor))
  }
  const written = toWrittenTable(org, type, table.records, outcomes)
  if (problems.size > 0) throw toUpsertFailure(written, problems, outcomes)
  return written
}

/** Throws ValidationError for an object that the org lacks or hides from this user. */
async function requireType(org: Org, metadataType: string): Promise<ObjectType> {
  try {
    return await org.describe(metadataType)
  } catch (error) {
    if (!isNotFound(error)) throw error
    const detail = `Salesforce has no object “${metadataType}”, or hides it from this user.`
    throw ValidationError.at('#/table/metadata/metadataType', detail, error)
  }
}

function toPointer(index: number): string {
  return `#/table/records/${index}`
}

/** The pointer to the value that an error is about, or to the record if that is not part of the request. */
function toFieldPointer(record: TableRecord | undefined, pointer: string, fields: readonly string[]): string {
  const index = record?.values.findIndex(({ name }) =>
    fields.some((field) => field.toLowerCase() === name.toLowerCase()),
  )
  return index === undefined || index < 0 ? pointer : `${pointer}/values/${index}`
}

function toWrittenTable(
  org: Org,
  type: ObjectType,
  records: readonly TableRecord[],
  outcomes: ReadonlyMap<number, WriteOutcome>,
): Table {
  const fields = new Set(records.flatMap(({ values }) => values.flatMap(({ name }) => type.find(name) ?? [])))
  const withIds = records.map((record, index): TableRecord => {
    const outcome = outcomes.get(index)
    return outcome?.state === 'written' ? { ...record, externalId: outcome.id } : record
  })
  return { ...toTable(org, type, [...fields]), records: withIds }
}

function toUpsertFailure(
  table: Table,
  problems: ReadonlyMap<number, ProblemItem[]>,
  outcomes: ReadonlyMap<number, WriteOutcome>,
): ProviderError {
  const errors = [...outcomes.values()].flatMap((outcome) => (outcome.state === 'failed' ? outcome.error : []))
  const sortedProblems = [...problems].sort(([first], [second]) => first - second)
  return toFailure({
    label: 'records',
    total: table.records?.length ?? 0,
    failed: problems.size,
    problems: sortedProblems.flatMap(([, items]) => items),
    extensions: { table },
    errors,
    nothingWritten: errors.length === table.records?.length,
  })
}
