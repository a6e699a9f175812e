import type { TagInsightResponse } from '../../../src/contract/index.ts'
import type { Rule } from '../../rule.ts'
import type { Check } from '../../run/check.ts'
import type { Subject } from '../../run/subject.ts'
import { SPECIFICATION } from '../../specification/sentences.ts'
import { readPage } from './pages.ts'

const ofInsight = { scope: 'capability', capabilities: ['insight'], needs: ['account', 'insight'] } as const

/** Rules about /sync/insight. */
export const insightRules: readonly Rule[] = [
  {
    ...ofInsight,
    id: 'insight.rows',
    level: 'must',
    requires: 'There are rows about the tags, each with an externalId.',
    source: SPECIFICATION.insightShape,
    remedy: 'Return { blockType: "table", tables } with a record for each object of the vendor that belongs to a tag.',
    run: async (check, subject) => {
      const rows = await readRows(check, subject)
      check.expect(rows.length > 0, 'there is no row about the tags of the samples')
      check.expect(
        rows.every(({ externalId }) => Boolean(externalId)),
        'a row has no externalId',
      )
    },
  },
  {
    ...ofInsight,
    id: 'insight.tags',
    level: 'must',
    requires: 'Every row carries the externalId of a tag of the request.',
    source: SPECIFICATION.insightRows,
    remedy: 'Put the vendor’s id of the tag into a value of the row: without it the row lands nowhere.',
    run: async (check, subject) => {
      const ids = new Set(subject.samples.insight?.tags.map(({ externalId }) => externalId))
      for (const { externalId, values } of await readRows(check, subject)) {
        const isAboutTag = values.some(({ value }) => ids.has(value))
        check.expect(isAboutTag, `the row ${externalId} carries the id of no tag of the request`)
      }
    },
  },
  {
    ...ofInsight,
    id: 'insight.no-tags',
    level: 'must',
    requires: 'About no tags, nothing is returned.',
    source: SPECIFICATION.insightRows,
    remedy: 'Return items: [] for an empty list of tags, and not the rows of everybody.',
    run: async (check, subject) => {
      const filter = { insightTypeFilters: [{ tagType: subject.samples.insight?.tagType, tags: [] }] }
      const { items } = await readPage(check, subject, { body: { filter } })
      check.expect(items.length === 0, `${items.length} items are about no tags`)
    },
  },
]

async function readRows(check: Check, subject: Subject) {
  const items = (await readPage(check, subject)).items as TagInsightResponse[]
  return items.flatMap(({ tables }) => tables.flatMap((table) => table.records ?? []))
}
