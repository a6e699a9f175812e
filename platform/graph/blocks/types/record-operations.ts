import type { BlockRow, Viewer } from '../../../storage/graph/access/visibility.ts'
import { builder } from '../../builder.ts'
import { isWritable } from '../../with-mutation.ts'

/** What the viewer may do with the records of a table, or with one of them. */
export interface Operations {
  create: boolean
  read: boolean
  update: boolean
}

const READ_ONLY: Operations = { create: false, read: true, update: false }

/**
 * What the viewer may do with the records of a table; `record` narrows it to one record. Records of a vendor are written
 * through the connection that they came by, so only the owner of the connection may write them, and insight tables are
 * never written. `table` is undefined if the viewer cannot see it.
 */
export function allowedOperations(table: BlockRow | undefined, viewer: Viewer, record?: BlockRow): Operations {
  if (!table || isReadOnlyAtVendor(table, viewer)) return READ_ONLY
  return { create: isWritable(table), read: true, update: isWritable(record ?? table) }
}

function isReadOnlyAtVendor({ connection_id, tenant_id, detail }: BlockRow, { tenantId }: Viewer): boolean {
  return connection_id !== null && (detail.insight === true || tenant_id !== tenantId)
}

export const RecordOperations = builder.objectRef<Operations>('RecordOperations').implement({
  description: 'The operations that the viewer may perform.',
  fields: (t) => ({
    create: t.exposeBoolean('create', { nullable: false }),
    read: t.exposeBoolean('read', { nullable: false }),
    update: t.exposeBoolean('update', { nullable: false }),
  }),
})
