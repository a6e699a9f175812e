import type { BlockRow } from '../../../storage/graph/access/visibility.ts'
import { loadCreatorNames } from '../../../storage/graph/blocks/related-rows.ts'
import { type BatchFunction, load } from '../../batch-loader.ts'
import { builder } from '../../builder.ts'

/** A tenant, or somebody who is known by the address that a vendor names. */
type CreatorSource = { tenantId: string } | { email: string; name: string | null }

const readNames: BatchFunction<string, string> = ({ db }, tenantIds) => loadCreatorNames(db, tenantIds)

export const Creator = builder.objectRef<CreatorSource>('Creator').implement({
  fields: (t) => ({
    name: t.string({
      resolve: async (creator, _args, context) =>
        'tenantId' in creator
          ? ((await load(context, readNames, creator.tenantId)) ?? '')
          : (creator.name ?? creator.email),
    }),
    self: t.boolean({
      nullable: false,
      description: 'True if the creator is the viewer.',
      resolve: (creator, _args, { viewer }) =>
        'tenantId' in creator ? creator.tenantId === viewer.tenantId : creator.email === viewer.email,
    }),
  }),
})

/** Who wrote a block; null if that is not known. */
export function toCreator({ creator_id, creator_email, creator_name }: BlockRow): CreatorSource | null {
  if (creator_id !== null) return { tenantId: creator_id }
  return creator_email === null ? null : { email: creator_email, name: creator_name }
}
