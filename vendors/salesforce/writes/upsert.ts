import type { ProblemItem, Table, TableRecord, UpsertTableRequest } from '../../../src/contract/index.ts'
import type { Call } from '../../../src/kit/application.ts'
import { type ProviderError, ValidationError } from '../../../src/kit/errors.ts'
import type { Draft, Outcome } from '../api/collections.ts'
import type { ObjectType } from '../api/describe.ts'
import { isHidden, Org } from '../api/org.ts'
import { toTable } from '../mapping/records.ts'
import type { SalesforceSettings } from '../settings.ts'
import { writeDrafts } from './batches.ts'
import { prepare } from './prepare.ts'
import { toFailure, toProblems } from './problems.ts'

/** Creates the records without an id and updates the others: one outcome for each, and none of them twice. */
export async function upsertTable(
  { connectedProvider, table }: UpsertTableRequest,
  call: Call<SalesforceSettings>,
): Promise<Table> {
  const org = new Org(connectedProvider.credential, call)
  const type = await requireType(org, table.metadata.metadataType)
  const drafts = new Map<number, Draft>()
  const refused = new Map<number, ProblemItem[]>()
  for (const [index, record] of table.records.entries()) {
    const prepared = prepare(type, record, pointerTo(index))
    if ('draft' in prepared) drafts.set(index, prepared.draft)
    else refused.set(index, prepared.problems)
  }
  const outcomes = await writeDrafts(org, type, drafts)
  for (const [index, outcome] of outcomes) {
    if (outcome.state === 'written') continue
    const place = (fields: readonly string[]) => placeOf(table.records[index], pointerTo(index), fields)
    refused.set(index, toProblems(outcome, drafts.get(index)?.id !== undefined, place))
  }
  const written = toWritten(org, type, table.records, outcomes)
  if (refused.size > 0) throw failure(written, refused, outcomes)
  return written
}

/** Throws ValidationError for an object that cannot be written to because it is not there. */
async function requireType(org: Org, metadataType: string): Promise<ObjectType> {
  try {
    return await org.describe(metadataType)
  } catch (error) {
    if (!isHidden(error)) throw error
    const detail = `Salesforce has no object “${metadataType}”, or hides it from this user.`
    throw ValidationError.at('#/table/metadata/metadataType', detail, error)
  }
}

function pointerTo(index: number): string {
  return `#/table/records/${index}`
}

/** The cell that Salesforce complains about, when it is one of the request's. */
function placeOf(record: TableRecord | undefined, pointer: string, fields: readonly string[]): string {
  const cell = record?.values.findIndex(({ name }) =>
    fields.some((field) => field.toLowerCase() === name.toLowerCase()),
  )
  return cell === undefined || cell < 0 ? pointer : `${pointer}/values/${cell}`
}

function toWritten(
  org: Org,
  type: ObjectType,
  records: readonly TableRecord[],
  outcomes: ReadonlyMap<number, Outcome>,
): Table {
  const sent = new Set(records.flatMap(({ values }) => values.flatMap(({ name }) => type.find(name) ?? [])))
  const answered = records.map((record, index): TableRecord => {
    const outcome = outcomes.get(index)
    return outcome?.state === 'written' ? { ...record, externalId: outcome.id } : record
  })
  return { ...toTable(org, type, [...sent]), records: answered }
}

function failure(
  table: Table,
  refused: ReadonlyMap<number, ProblemItem[]>,
  outcomes: ReadonlyMap<number, Outcome>,
): ProviderError {
  const errors = [...outcomes.values()].flatMap((outcome) => (outcome.state === 'failed' ? outcome.error : []))
  const byPlace = [...refused].sort(([one], [other]) => one - other)
  return toFailure({
    words: 'records',
    total: table.records?.length ?? 0,
    failed: refused.size,
    problems: byPlace.flatMap(([, problems]) => problems),
    extensions: { table },
    errors,
    nothingHappened: errors.length === table.records?.length,
  })
}
