import type { PersonReference } from '../../../../src/contract/index.ts'
import { builder } from '../../builder.ts'
import { loadPersonTag, Tag } from '../../tags/tag.ts'

/** Somebody on a block, as the vendor names them. */
export type PersonOfBlock = PersonReference & { responseStatus?: string; optional?: boolean }

export const Person = builder.objectRef<PersonOfBlock>('Person').implement({
  description: 'Somebody on a block, and the tag that they are in the graph.',
  fields: (t) => ({
    email: t.exposeString('email'),
    friendlyName: t.exposeString('friendlyName', { nullable: true }),
    tag: t.field({
      type: Tag,
      nullable: true,
      resolve: async ({ email }, _args, context) => (email ? ((await loadPersonTag(context, email)) ?? null) : null),
    }),
  }),
})
