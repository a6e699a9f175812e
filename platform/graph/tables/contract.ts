import type { Field, TableMetadata } from '../../../src/contract/index.ts'
import type { BlockRow, Viewer } from '../../storage/graph/access/visibility.ts'
import { isWritable } from '../with-mutation.ts'

/** What the viewer may do with the rows of a table, or with one of them. */
export interface Operations {
  create: boolean
  read: boolean
  update: boolean
}

const READ_ONLY: Operations = { create: false, read: true, update: false }

export function metadataOf({ detail }: Pick<BlockRow, 'detail'>): TableMetadata {
  return detail.metadata as TableMetadata
}

/**
 * What may be written to a table. Insight is the vendor's to write, and rows of a vendor go out by the connection they
 * came by, so only its owner writes them. `record` narrows it to one row. A table that is not seen is undefined.
 */
export function allowedOperations(table: BlockRow | undefined, viewer: Viewer, record?: BlockRow): Operations {
  if (!table || isVendorsOwn(table, viewer)) return READ_ONLY
  return { create: isWritable(table), read: true, update: isWritable(record ?? table) }
}

function isVendorsOwn({ connection_id, tenant_id, detail }: BlockRow, { tenantId }: Viewer): boolean {
  return connection_id !== null && (detail.insight === true || tenant_id !== tenantId)
}

/** Fields that may be written: the vendor gives ids itself. */
export function writableFields(table: BlockRow): Field[] {
  return metadataOf(table).fields.filter(({ fieldType }) => fieldType !== 'id')
}
