import { type Action, type ActionName, call, type Rule, Violations } from './rule.ts'

type ExerciseOf<Name extends ActionName> = Parameters<Action<Name>['rules'][number]['findViolations']>[1]

/** The rules that hold for every action. */
export function commonRules<Name extends ActionName>(action: Action<Name>): Rule<ExerciseOf<Name>>[] {
  const rules: Rule<ExerciseOf<Name>>[] = [
    {
      name: 'a request without the key is refused',
      findViolations: async ({ client, application }) => {
        const response = await client.post(action.path(application), {}, { key: 'a-wrong-key-0123456789' })
        return describeProblem({ status: response.status, body: await response.json() }, 401, 'unauthorized')
      },
    },
    {
      name: 'a body that cannot be read is refused, with its errors',
      findViolations: async ({ client, application }) => {
        const violations = new Violations()
        for (const text of ['not json', '[]', '{}']) {
          const response = await client.post(action.path(application), text)
          const body = (await response.json()) as { errors?: unknown[] }
          violations.list.push(...describeProblem({ status: response.status, body }, 400, 'validation-error'))
          violations.expect((body.errors ?? []).length > 0, `the problem of the body ${text} names no error`)
        }
        return violations.list
      },
    },
    {
      name: 'an application that the provider does not serve is refused',
      findViolations: async (subject, exercise) => {
        const response = await call(subject, action, exercise, { connection: { application: 'nobody-serves-this' } })
        return describeProblem(response, 400, 'validation-error')
      },
    },
    {
      name: 'expired credentials are reported with the documented problem type',
      findViolations: async (subject, exercise) => {
        const credential = { ...subject.connection.credential, accessToken: 'a-token-that-nobody-issued' }
        const response = await call(subject, action, exercise, { connection: { credential } })
        return describeProblem(response, 401, 'credentials-expired')
      },
    },
  ]
  if (action.needsInstanceUrl) {
    rules.push({
      name: 'a credential without instanceUrl is refused up front',
      findViolations: async (subject, exercise) => {
        const { instanceUrl: _, ...credential } = subject.connection.credential
        const response = await call(subject, action, exercise, { connection: { credential } })
        return describeProblem(response, 400, 'validation-error')
      },
    })
  }
  return rules
}

/** What is wrong with a response that must be a problem of this status and type. */
export function describeProblem(
  { status, body }: { status: number; body: ReturnType<typeof JSON.parse> },
  expected: number,
  type: string,
): string[] {
  const violations = new Violations()
  violations.expect(status === expected, `the status is ${status} and not ${expected}`)
  violations.expect(String(body?.type).endsWith(`/${type}`), `the problem type is ${body?.type} and not …/${type}`)
  return violations.list
}
