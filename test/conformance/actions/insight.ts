import { StandardSyncResponse, TagInsightResponse } from '../../../src/contract/index.ts'
import { checker } from '../routes.ts'
import { type Action, call, Violations } from './rule.ts'

type Page = StandardSyncResponse<TagInsightResponse>
const describePage = checker(StandardSyncResponse(TagInsightResponse))

export const insight: Action<'insight'> = {
  name: 'insight',
  path: () => '/sync/insight',
  body: ({ tagType, tags } = { tagType: 'person', tags: [] }) => ({
    filter: { insightTypeFilters: [{ tagType, tags }] },
  }),
  connection: 'connectedProvider',
  needsInstanceUrl: false,
  rules: [
    {
      name: 'tables are returned on a single page',
      findViolations: async (subject, exercise) => {
        const violations = new Violations()
        const response = await call(subject, insight, exercise)
        if (!violations.expectBody(response, describePage)) return violations.list
        const { items, pagination } = response.body as Page
        violations.expect(items.length > 0, 'there is no item about the tags')
        violations.expect(pagination.hasMore === false, 'hasMore is true')
        violations.expect(pagination.cursor === undefined, 'there is a cursor')
        violations.expect(
          pagination.pageSize === items.length,
          `pageSize is ${pagination.pageSize} for ${items.length}`,
        )
        return violations.list
      },
    },
    {
      name: 'every row has an id and carries the id of a tag of the request',
      findViolations: async (subject, exercise) => {
        const violations = new Violations()
        const response = await call(subject, insight, exercise)
        if (!violations.expectBody(response, describePage)) return violations.list
        const rows = (response.body as Page).items.flatMap(({ tables }) =>
          tables.flatMap((table) => table.records ?? []),
        )
        const ids = new Set(exercise.tags.map(({ externalId }) => externalId))
        violations.expect(rows.length > 0, 'there is no row about the tags')
        for (const { externalId, values } of rows) {
          violations.expect(Boolean(externalId), 'a row has no externalId')
          const isAboutTag = values.some(({ value }) => ids.has(value))
          violations.expect(isAboutTag, `the row ${externalId} carries the id of no tag of the request`)
        }
        return violations.list
      },
    },
    {
      name: 'nothing is returned about no tags',
      findViolations: async (subject, exercise) => {
        const violations = new Violations()
        const response = await call(subject, insight, { ...exercise, tags: [] })
        if (!violations.expectBody(response, describePage)) return violations.list
        violations.expect((response.body as Page).items.length === 0, 'there is an item although there is no tag')
        return violations.list
      },
    },
  ],
}
