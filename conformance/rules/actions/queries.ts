import { ExecuteQueryResponse, type QueryRecord } from '../../../src/contract/index.ts'
import type { Rule } from '../../rule.ts'
import type { Check } from '../../run/check.ts'
import { type Subject, validBody } from '../../run/subject.ts'
import { SPECIFICATION } from '../../specification/sentences.ts'
import { expectInvalid, requireBody } from '../expect.ts'
import { list } from '../syncs/pages.ts'

const ofQueries = { scope: 'capability', capabilities: ['query'], needs: ['account', 'query'] } as const

/** Rules about /execute/query. */
export const queryRules: readonly Rule[] = [
  {
    ...ofQueries,
    id: 'query.records',
    level: 'must',
    requires: 'Records have the requested type, and name their provider and application.',
    source: SPECIFICATION.queryRecord,
    remedy: 'Fill provider, application and metadataType of every record.',
    run: async (check, subject) => {
      for (const { externalId, provider, application, metadataType } of (await execute(check, subject)).records) {
        check.expect(provider === subject.definition.name, `the provider of ${externalId} is ${provider}`)
        check.expect(application === subject.application.name, `the application of ${externalId} is ${application}`)
        const requested = subject.samples.query?.metadataType
        check.expect(metadataType === requested, `the type of ${externalId} is ${metadataType} and not ${requested}`)
      }
    },
  },
  {
    ...ofQueries,
    id: 'query.fields',
    level: 'must',
    requires: 'The values of a record are those of returnFields.',
    source: SPECIFICATION.returnFields,
    remedy: 'Request only these fields from the vendor, and leave out others.',
    run: async (check, subject) => {
      const { returnFields = [] } = subject.samples.query ?? {}
      for (const { externalId, values } of (await execute(check, subject)).records) {
        const others = values.map(({ name }) => name).filter((name) => !returnFields.includes(name))
        check.expect(others.length === 0, `${externalId} has the fields ${list(others)}, which nobody requested`)
      }
    },
  },
  {
    ...ofQueries,
    id: 'query.limit',
    level: 'must',
    requires: 'At most `limit` records are returned.',
    source: SPECIFICATION.queryHasMore,
    remedy: 'Hand the limit to the vendor, or cut its list.',
    run: async (check, subject) => {
      const { records } = await execute(check, subject, { limit: 1 })
      check.expect(records.length === 1, `${records.length} records are returned for the limit 1`)
    },
  },
  {
    ...ofQueries,
    id: 'query.has-more',
    level: 'must',
    requires: 'hasMore says whether there are more matches than `limit`.',
    source: SPECIFICATION.queryHasMore,
    remedy: 'Request one record more than the limit, and set hasMore if it is there.',
    run: async (check, subject) => {
      const all = await execute(check, subject)
      if (all.records.length < 2 || all.hasMore) check.skip('the type of samples.query needs between 2 and 200 records')
      check.expect((await execute(check, subject, { limit: 1 })).hasMore, 'hasMore is false although there are others')
      const exact = await execute(check, subject, { limit: all.records.length })
      check.expect(!exact.hasMore, 'hasMore is true although all are returned')
    },
  },
  {
    ...ofQueries,
    id: 'query.none',
    level: 'must',
    requires: 'Criteria that nothing matches return no records.',
    source: SPECIFICATION.queryHasMore,
    remedy: 'Hand the criteria to the vendor, and return records: [] when it finds nothing.',
    run: async (check, subject) => {
      const { records, hasMore } = await execute(check, subject, { searchCriteria: subject.samples.query?.none })
      check.expect(records.length === 0 && !hasMore, `${records.length} records are returned, hasMore is ${hasMore}`)
    },
  },
  {
    ...ofQueries,
    id: 'query.operators',
    level: 'should',
    requires: 'The operators eq, neq, in and isNotNull select the records whose values they describe.',
    source: SPECIFICATION.operatorGap,
    remedy: 'Translate every operator to the vendor’s query language; refuse one that it does not have with 400.',
    run: async (check, subject) => {
      const { records } = await execute(check, subject)
      const found = records.flatMap(({ externalId, values }) => values.map((field) => ({ externalId, ...field })))
      const field = found.find(({ value }) => value !== '')
      if (!field) check.skip('no record of samples.query has a value in its returnFields')
      const { externalId = '', name: fieldName = '', value = '' } = field ?? {}
      for (const [criterion, isIncluded] of [
        [{ fieldName, operator: 'eq', value }, true],
        [{ fieldName, operator: 'neq', value }, false],
        [{ fieldName, operator: 'in', values: [value] }, true],
        [{ fieldName, operator: 'isNotNull' }, true],
      ] as const) {
        const matching = await execute(check, subject, { searchCriteria: [criterion] })
        const isFound = matching.records.some((record) => record.externalId === externalId)
        const verb = isIncluded ? 'does not return' : 'returns'
        check.expect(isFound === isIncluded, `${fieldName} ${criterion.operator} ${value} ${verb} ${externalId}`)
      }
    },
  },
  {
    ...ofQueries,
    id: 'query.unknown-type',
    level: 'must',
    requires: 'A type that the vendor does not have is refused with 400.',
    source: SPECIFICATION.validationError,
    remedy: 'Throw a ValidationError when the vendor does not know the object.',
    run: async (check, subject) => {
      const body = { ...(await validBody(subject)), metadataType: 'NothingLikeThis' }
      expectInvalid(check, await check.send({ path: subject.path, body }), 'the type NothingLikeThis')
    },
  },
]

async function execute(
  check: Check,
  subject: Subject,
  changes: object = {},
): Promise<{ records: QueryRecord[]; hasMore: boolean }> {
  const request = { path: subject.path, body: { ...(await validBody(subject)), ...changes } }
  const reply = await check.recall(subject.memory, JSON.stringify(changes), request)
  return requireBody(check, reply, ExecuteQueryResponse)
}
