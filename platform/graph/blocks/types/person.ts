import type { PersonReference } from '../../../../src/contract/index.ts'
import { builder } from '../../builder.ts'
import { loadPersonTag, Tag } from '../../tags/tag.ts'

/** A person on a block, as named by the vendor. */
export type PersonOfBlock = PersonReference & { responseStatus?: string; optional?: boolean }

export const Person = builder.objectRef<PersonOfBlock>('Person').implement({
  description: 'A person on a block, and their person tag in the graph.',
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
