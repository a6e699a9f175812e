import { builder } from '../../builder.ts'
import type { Operations } from '../../tables/contract.ts'

export const RecordOperations = builder.objectRef<Operations>('RecordOperations').implement({
  description: 'Which writes are allowed.',
  fields: (t) => ({
    create: t.exposeBoolean('create', { nullable: false }),
    read: t.exposeBoolean('read', { nullable: false }),
    update: t.exposeBoolean('update', { nullable: false }),
  }),
})
