import { Tag } from '../../../src/contract/index.ts'
import { Type } from '../../../src/contract/schema.ts'
import type { Rule } from '../../rule.ts'
import type { Check } from '../../run/check.ts'
import { type Subject, validBody } from '../../run/subject.ts'
import { SPECIFICATION } from '../../specification/sentences.ts'
import { requireBody } from '../expect.ts'

const ofTags = { scope: 'capability', capabilities: ['tags'], needs: ['account', 'tags'] } as const
const Tags = Type.Array(Tag)

/** Rules about the tag group, whose payload the specification leaves open. */
export const tagRules: readonly Rule[] = [
  {
    ...ofTags,
    id: 'tag.form',
    level: 'should',
    requires: 'A tag of the vendor is returned as a Tag with a name.',
    source: SPECIFICATION.tagPrimitive,
    remedy: 'Return { externalId, tagType, alias } of the vendor object.',
    run: async (check, subject) => {
      const { alias } = requireBody(check, await sendTag(check, subject, {}), Tag) as Tag
      check.expect(alias !== '', 'the tag has no name')
    },
  },
  {
    ...ofTags,
    id: 'tag.same-id',
    level: 'should',
    requires: 'A tag with an externalId is returned under that id.',
    source: SPECIFICATION.stableIds,
    remedy: 'Look the vendor object up by its id, and return the same id.',
    run: async (check, subject) => {
      const { externalId } = requireBody(check, await sendTag(check, subject, {}), Tag) as Tag
      const again = requireBody(check, await sendTag(check, subject, { tag: { externalId } }), Tag) as Tag
      check.expect(again.externalId === externalId, `the tag ${externalId} becomes ${again.externalId}`)
    },
  },
  {
    ...ofTags,
    id: 'tag.several',
    level: 'should',
    requires: 'Several tags are returned in the order of the request.',
    source: SPECIFICATION.gaps,
    remedy: 'Return a list for `tags`, with one tag per tag of the request at the same position.',
    run: async (check, subject) => {
      const references = subject.samples.tags ?? []
      const ids: string[] = []
      for (const tag of references) ids.push((await sendTag(check, subject, { tag })).json?.externalId)
      const orders = [
        [references, ids],
        [references.toReversed(), ids.toReversed()],
      ] as const
      for (const [tags, expected] of orders) {
        const list = requireBody(check, await sendTag(check, subject, { tag: undefined, tags }), Tags) as Tag[]
        const found = list.map(({ externalId }) => externalId)
        check.expect(found.join() === expected.join(), `${found.join()} are returned for ${expected.join()}`)
      }
    },
  },
]

async function sendTag(check: Check, subject: Subject, changes: object) {
  return check.send({ path: subject.path, body: { ...(await validBody(subject)), ...changes } })
}
