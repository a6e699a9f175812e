import { Tag } from '../../../src/contract/index.ts'
import { Type } from '../../../src/contract/schema.ts'
import { checker } from '../routes.ts'
import { type Action, call, Violations } from './rule.ts'

const describeTag = checker(Tag)
const describeTags = checker(Type.Array(Tag))

export const tags: Action<'tags'> = {
  name: 'tags',
  path: () => '/tag',
  body: ([first] = []) => ({ tag: first ?? { externalId: 'any' } }),
  connection: 'connectedProvider',
  needsInstanceUrl: true,
  rules: [
    {
      name: 'a tag with an id is returned under that id',
      findViolations: async (subject, exercise) => {
        const violations = new Violations()
        const response = await call(subject, tags, exercise)
        if (!violations.expectBody(response, describeTag)) return violations.list
        const { externalId, alias } = response.body as Tag
        violations.expect(alias !== '', 'the tag has no name')
        const again = await call(subject, tags, exercise, { body: { tag: { externalId } } })
        violations.expect(
          again.body?.externalId === externalId,
          `the tag ${externalId} becomes ${again.body?.externalId}`,
        )
        return violations.list
      },
    },
    {
      name: 'several tags are returned in the order of the request',
      findViolations: async (subject, exercise) => {
        const violations = new Violations()
        const ids: string[] = []
        for (const tag of exercise) ids.push((await call(subject, tags, exercise, { body: { tag } })).body?.externalId)
        for (const [list, expected] of [[exercise, ids] as const, [exercise.toReversed(), ids.toReversed()] as const]) {
          const response = await call(subject, tags, exercise, { body: { tag: undefined, tags: list } })
          if (!violations.expectBody(response, describeTags)) return violations.list
          const found = (response.body as Tag[]).map(({ externalId }) => externalId)
          violations.expect(found.join() === expected.join(), `${found.join()} are returned for ${expected.join()}`)
        }
        return violations.list
      },
    },
  ],
}
