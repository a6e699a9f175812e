import type { Rule } from '../rule.ts'
import { CAPABILITIES, type CapabilityName } from '../run/capabilities.ts'
import { inventedBody, type Subject, validBody } from '../run/subject.ts'
import { SPECIFICATION } from '../specification/sentences.ts'
import { expectProblem } from './expect.ts'

const UNKNOWN = 'nobody-serves-this'
/** During an installation there is no connection, and so no application. */
const WITH_APPLICATION: readonly CapabilityName[] = CAPABILITIES.map(({ name }) => name).filter(
  (name) => name !== 'inputs',
)

/** Rules about the names of applications. */
export const applicationRules: readonly Rule[] = [
  {
    id: 'application.unknown',
    level: 'must',
    requires: 'A request for an application that the provider does not have is refused.',
    source: SPECIFICATION.unsupportedName,
    remedy:
      'Compare connectedProvider.application with the names that the handler serves, and throw a ValidationError.',
    scope: 'route',
    capabilities: WITH_APPLICATION,
    run: async (check, subject) => {
      const { status, json } = await check.send(await aboutUnknown(subject))
      // The token in the request is invented: with a vendor that was asked, it would be expired.
      const isRefused = status >= 400 && !String(json?.type).endsWith('/credentials-expired')
      check.expect(isRefused, `a request for “${UNKNOWN}” gets status ${status}`)
    },
  },
  {
    id: 'application.unknown-invalid',
    level: 'should',
    requires: 'A request for an application that the provider does not have is a ValidationError.',
    source: SPECIFICATION.rejectNames,
    remedy: 'Respond with 400 and validation-error: a 500 is retried, and looks as if the provider were broken.',
    scope: 'route',
    capabilities: WITH_APPLICATION.filter((name) => name !== 'link'),
    run: async (check, subject) => {
      expectProblem(check, await check.send(await aboutUnknown(subject)), 400, 'validation-error', UNKNOWN)
    },
  },
  {
    id: 'application.undeclared',
    level: 'should',
    requires: 'A capability that an application does not have is refused with 404.',
    source: SPECIFICATION.declaredOnly,
    remedy: 'Respond with 404 and not-found. If the application has a handler after all, declare it in the definition.',
    scope: 'application',
    run: async (check, subject) => {
      const absent = CAPABILITIES.filter(
        ({ name, connection, isDeclared, sample }) =>
          connection === 'connectedProvider' &&
          name !== 'refresh' &&
          (isDeclared(subject.application) === false || (sample && subject.samples[sample] === null)),
      )
      if (absent.length === 0) check.skip('the application has all capabilities')
      const { credential, ...others } = await subject.connection()
      const connected = { ...others, credential: { instanceUrl: subject.instanceUrl, ...credential } }
      for (const capability of absent) {
        const path = capability.paths[0].replace(':application', subject.application.name)
        const body = await validBody({ ...subject, capability, connection: async () => connected })
        expectProblem(check, await check.send({ path, body }), 404, 'not-found', path)
      }
    },
  },
]

async function aboutUnknown(subject: Subject): Promise<{ path: string; body: object }> {
  const [pattern] = subject.capability.paths
  const path = pattern.includes(':application') ? pattern.replace(':application', UNKNOWN) : subject.path
  return { path, body: await inventedBody(subject, { application: UNKNOWN }) }
}
