import type { ProblemItem, Table, TableRecord, UpsertTableRequest } from '../../../src/contract/index.ts'
import type { Call } from '../../../src/kit/application.ts'
import { type ProviderError, ValidationError } from '../../../src/kit/errors.ts'
import type { RecordInput, WriteOutcome } from '../api/collections.ts'
import type { ObjectType } from '../api/describe.ts'
import { isNotFound, Org } from '../api/org.ts'
import { toTable } from '../mapping/records.ts'
import type { SalesforceSettings } from '../settings.ts'
import { writeRecords } from './batches.ts'
import { prepareRecord } from './prepare.ts'
import { toFailure, toProblems } from './problems.ts'

/** Creates the records without an id and updates the others: one outcome for each, and none of them twice. */
export async function upsertTable(
  { connectedProvider, table }: UpsertTableRequest,
  call: Call<SalesforceSettings>,
): Promise<Table> {
  const org = new Org(connectedProvider.credential, call)
  const type = await requireType(org, table.metadata.metadataType)
  const drafts = new Map<number, RecordInput>()
  const refused = new Map<number, ProblemItem[]>()
  for (const [index, record] of table.records.entries()) {
    const prepared = prepareRecord(type, record, toPointer(index))
    if ('draft' in prepared) drafts.set(index, prepared.draft)
    else refused.set(index, prepared.problems)
  }
  const outcomes = await writeRecords(org, type, drafts)
  for (const [index, outcome] of outcomes) {
    if (outcome.state === 'written') continue
    const place = (fields: readonly string[]) => toFieldPointer(table.records[index], toPointer(index), fields)
    refused.set(index, toProblems(outcome, drafts.get(index)?.id !== undefined, place))
  }
  const written = toWrittenTable(org, type, table.records, outcomes)
  if (refused.size > 0) throw toUpsertFailure(written, refused, outcomes)
  return written
}

/** Throws ValidationError for an object that cannot be written to because it is not there. */
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

/** The cell that Salesforce complains about, when it is one of the request's. */
function toFieldPointer(record: TableRecord | undefined, pointer: string, fields: readonly string[]): string {
  const cell = record?.values.findIndex(({ name }) =>
    fields.some((field) => field.toLowerCase() === name.toLowerCase()),
  )
  return cell === undefined || cell < 0 ? pointer : `${pointer}/values/${cell}`
}

function toWrittenTable(
  org: Org,
  type: ObjectType,
  records: readonly TableRecord[],
  outcomes: ReadonlyMap<number, WriteOutcome>,
): Table {
  const sent = new Set(records.flatMap(({ values }) => values.flatMap(({ name }) => type.find(name) ?? [])))
  const answered = records.map((record, index): TableRecord => {
    const outcome = outcomes.get(index)
    return outcome?.state === 'written' ? { ...record, externalId: outcome.id } : record
  })
  return { ...toTable(org, type, [...sent]), records: answered }
}

function toUpsertFailure(
  table: Table,
  refused: ReadonlyMap<number, ProblemItem[]>,
  outcomes: ReadonlyMap<number, WriteOutcome>,
): ProviderError {
  const errors = [...outcomes.values()].flatMap((outcome) => (outcome.state === 'failed' ? outcome.error : []))
  const byPlace = [...refused].sort(([one], [other]) => one - other)
  return toFailure({
    label: 'records',
    total: table.records?.length ?? 0,
    failed: refused.size,
    problems: byPlace.flatMap(([, problems]) => problems),
    extensions: { table },
    errors,
    nothingWritten: errors.length === table.records?.length,
  })
}
