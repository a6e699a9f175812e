import { type Answer, html } from '../core/answers.ts'
import type { Call } from '../core/call.ts'
import type { Clock } from '../core/clock.ts'
import { AADSTS, type AadstsCode } from './aadsts.ts'
import { errorAnswer, graphHeaders } from './error-form.ts'
import { ERRORS } from './errors.ts'
import { LoginErrors } from './login-error.ts'

type Errors = Record<string, (call: Call) => Answer>

/** Answers that are errors and have no error body. */
const BODILESS: Errors = {
  unauthorizedWithoutBody: (call) => ({ status: 401, headers: graphHeaders(call), body: '' }),
  gatewayTimeout: () =>
    html('<html><head><title>504 Gateway Time-out</title></head><body><h1>Gateway Time-out</h1></body></html>\n', 504),
}

/** Every error that a scripted fault may name; those of sign-in are called `AADSTS50173` and the like. */
export function faultErrors(clock: Clock): Errors {
  const login = new LoginErrors(clock)
  const graph = Object.entries(ERRORS).map(([name, error]) => [
    name,
    (call: Call) => errorAnswer(error, call, clock.now()),
  ])
  const codes = Object.keys(AADSTS).map(Number) as AadstsCode[]
  const signIn = codes.map((code) => [`AADSTS${code}`, (call: Call) => login.answer(code, call)])
  return { ...Object.fromEntries([...graph, ...signIn]), ...BODILESS }
}
