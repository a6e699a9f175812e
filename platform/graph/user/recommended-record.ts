import type { WrittenRecord } from '../../actions/records.ts'
import type { Mutation } from '../../storage/graph/access/mutation.ts'
import type { BlockRow } from '../../storage/graph/access/visibility.ts'
import { upsertRecord } from '../../storage/graph/blocks/record-writes.ts'
import { saveTagIdentities } from '../../storage/graph/tags/links.ts'
import { lockTag } from '../../storage/graph/tags/writes.ts'
import { findRecommendation } from '../../storage/graph/user/recommendations.ts'
import { parseId } from '../arguments/ids.ts'
import { allowedOperations } from '../blocks/types/record-operations.ts'
import { metadataOf } from '../blocks/types/table.ts'
import type { GraphContext } from '../context.ts'
import { forbidden, notFound } from '../errors.ts'
import { type CellWrite, parseCells } from '../tables/cells.ts'
import { findVisibleTable } from '../tables/list-tables.ts'
import { writeAtVendor } from '../tables/upsert-record.ts'
import type { Details } from './recommendation-details.ts'

/** The record of a tag that was created at the vendor. */
export interface RecommendedRecord {
  tagId: string
  table: BlockRow
  cells: readonly CellWrite[]
  written: WrittenRecord
}

/**
 * Creates the record that a recommendation proposes at its vendor, at most once however often it is accepted. Returns
 * undefined if the recommendation is not open or proposes no record. Throws CONFLICT with `extensions.state` unknown if an
 * earlier attempt may have created it, unless `repeatUnknown` is true.
 */
export async function writeRecommendedRecord(
  context: GraphContext,
  id: string,
  repeatUnknown: boolean,
): Promise<RecommendedRecord | undefined> {
  const recommendation = await findRecommendation(context.db, context.viewer, parseId(id, 'The recommendation'))
  if (recommendation?.state !== 'open' || recommendation.recommendation_type !== 'upsert_tag') return undefined
  const { tagId, tableId, values } = recommendation.detail as unknown as Details['tagRecommendation']
  if (tagId === undefined || tableId === undefined) return undefined
  const table = await findVisibleTable(context, tableId)
  if (!allowedOperations(table, context.viewer).create) throw forbidden('You may not add records to this table.')
  const cells = parseCells(table, values ?? [], true)
  const key = { requestKey: `recommendation ${recommendation.recommendation_id}`, repeatUnknown }
  return writeAtVendor(context, key, { table, existing: undefined, cells }, async (written) => {
    return written && { tagId, table, cells, written }
  })
}

/** Stores the record and links it to the tag. */
export async function storeRecommendedRecord(
  mutation: Mutation,
  { tagId, table, cells, written }: RecommendedRecord,
): Promise<{ blockId: string }> {
  const { externalId, values } = written
  if (!(await lockTag(mutation, tagId))) throw notFound('The tag')
  const record = await upsertRecord(mutation, { table, externalId, cells: [...cells, ...values].map(toCell) })
  const { metadataType } = metadataOf(table)
  const vendor = { provider: table.provider ?? '', application: table.application ?? '' }
  await saveTagIdentities(mutation, tagId, [
    { ...vendor, metadata_type: metadataType, external_id: externalId, url: null },
  ])
  mutation.recordTenantChange({ event_type: 'UPDATED', subject: 'tag', subject_id: tagId, subject_type: 'person' })
  return { blockId: record.block_id }
}

function toCell({ name, value }: CellWrite) {
  return { name, value: value ?? '' }
}
