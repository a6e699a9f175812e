import { BusinessObject } from '../../../src/contract/index.ts'
import { checker } from '../routes.ts'
import { type Action, call, type Exercises, type Subject, Violations } from './rule.ts'

const describeObject = checker(BusinessObject)
const FOREIGN_URL = 'https://another-site.example/documents/1'
const CLIENT_ERRORS = { min: 400, max: 499 }

export const link: Action<'link'> = {
  name: 'link',
  path: (application) => `/${application}/link`,
  body: ({ url } = { url: 'https://vendor.example/document' }) => ({ url }),
  connection: 'connectedProvider',
  needsInstanceUrl: false,
  rules: [
    {
      name: 'an address becomes a document with its provenance, the same one each time',
      findViolations: async (subject, exercise) => {
        const violations = new Violations()
        const first = await resolve(subject, exercise, violations)
        const second = await resolve(subject, exercise, violations)
        if (!first || !second) return violations.list
        violations.expect(first.externalId === second.externalId, 'the same address becomes two documents')
        violations.expect(first.provider === subject.provider, `the provider is ${first.provider}`)
        violations.expect(first.application === subject.application, `the application is ${first.application}`)
        const own = await resolve(subject, { url: first.url }, violations)
        violations.expect(own?.externalId === first.externalId, 'the document’s own address becomes another document')
        return violations.list
      },
    },
    {
      name: 'an address of another site is refused and never becomes a document',
      findViolations: async (subject) => {
        const violations = new Violations()
        const { status } = await call(subject, link, { url: FOREIGN_URL })
        violations.expect(status >= CLIENT_ERRORS.min && status <= CLIENT_ERRORS.max, `the status is ${status}`)
        return violations.list
      },
    },
  ],
}

async function resolve(subject: Subject, exercise: NonNullable<Exercises['link']>, violations: Violations) {
  const response = await call(subject, link, exercise)
  return violations.expectBody(response, describeObject) ? (response.body as BusinessObject) : undefined
}
