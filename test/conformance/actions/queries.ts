import { ExecuteQueryResponse } from '../../../src/contract/index.ts'
import { checker } from '../routes.ts'
import { describeProblem } from './common.ts'
import { type Action, call, type Exercises, type Subject, Violations } from './rule.ts'

type Exercise = NonNullable<Exercises['query']>
const describeResponse = checker(ExecuteQueryResponse)
const MANY = 200

export const query: Action<'query'> = {
  name: 'query',
  path: () => '/execute/query',
  body: ({ metadataType, returnFields } = { metadataType: 'Account', returnFields: ['Name'], none: [] }) => ({
    metadataType,
    returnFields,
    searchCriteria: [],
    limit: MANY,
  }),
  connection: 'connectedProvider',
  needsInstanceUrl: false,
  rules: [
    {
      name: 'records have the requested type, their provenance and the requested fields',
      findViolations: async (subject, exercise) => {
        const violations = new Violations()
        const { records } = await run(subject, exercise, {}, violations)
        for (const { externalId, provider, application, metadataType, values } of records) {
          violations.expect(provider === subject.provider, `the provider of ${externalId} is ${provider}`)
          violations.expect(application === subject.application, `the application of ${externalId} is ${application}`)
          violations.expect(metadataType === exercise.metadataType, `the type of ${externalId} is ${metadataType}`)
          const others = values.map(({ name }) => name).filter((name) => !exercise.returnFields.includes(name))
          violations.expect(
            others.length === 0,
            `${externalId} has the fields ${others.join(', ')}, which nobody requested`,
          )
        }
        return violations.list
      },
    },
    {
      name: 'at most `limit` records are returned, and hasMore says whether there are others',
      findViolations: async (subject, exercise) => {
        const violations = new Violations()
        const all = await run(subject, exercise, {}, violations)
        violations.expect(
          all.records.length >= 2 && !all.hasMore,
          `${all.records.length} records, hasMore ${all.hasMore}`,
        )
        const limited = await run(subject, exercise, { limit: 1 }, violations)
        violations.expect(
          limited.records.length === 1,
          `${limited.records.length} records are returned for the limit 1`,
        )
        violations.expect(limited.hasMore, 'hasMore is false although there are others')
        const exact = await run(subject, exercise, { limit: Math.max(1, all.records.length) }, violations)
        violations.expect(!exact.hasMore, 'hasMore is true although all are returned')
        return violations.list
      },
    },
    {
      name: 'criteria that nothing matches return no records',
      findViolations: async (subject, exercise) => {
        const violations = new Violations()
        const { records, hasMore } = await run(subject, exercise, { searchCriteria: exercise.none }, violations)
        violations.expect(
          records.length === 0 && !hasMore,
          `${records.length} records are returned, hasMore ${hasMore}`,
        )
        return violations.list
      },
    },
    {
      name: 'a type that the vendor does not have is refused',
      findViolations: async (subject, exercise) => {
        const response = await call(subject, query, exercise, { body: { metadataType: 'NothingLikeThis' } })
        return describeProblem(response, 400, 'validation-error')
      },
    },
  ],
}

async function run(
  subject: Subject,
  exercise: Exercise,
  body: object,
  violations: Violations,
): Promise<ExecuteQueryResponse> {
  const response = await call(subject, query, exercise, { body })
  return violations.expectBody(response, describeResponse) ? response.body : { records: [], hasMore: false }
}
