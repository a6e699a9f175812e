import type { TSchema } from '../../src/contract/index.ts'
import type { Check } from '../run/check.ts'
import type { Json, Reply } from '../run/client.ts'
import { findErrors } from '../run/schemas.ts'

/** Requires a problem with this status, and with this last segment of its type. Its form is examined in all exchanges. */
export function expectProblem(
  check: Check,
  { status, json }: Reply,
  expected: number,
  type: string,
  title: string,
): void {
  if (!check.expect(status === expected, `${title}: the status is ${status} and not ${expected}`)) return
  const isExpected = String(json?.type).endsWith(`/${type}`)
  check.expect(isExpected, `${title}: the problem's type is ${json?.type} and does not end in /${type}`)
}

/** Requires status 400. */
export function expectInvalid(check: Check, { status }: Reply, title: string): void {
  check.expect(status === 400, `${title}: the status is ${status} and not 400`)
}

/** Requires status 200 and a valid body, and returns it. Ends the rule otherwise. */
export function requireBody(check: Check, { status, json }: Reply, schema: TSchema): Json {
  check.require(status === 200, `the status is ${status} and not 200`)
  const errors = findErrors(schema, json)
  check.require(errors.length === 0, `the body is not valid: ${errors.join('; ')}`)
  return json
}
