import type { HttpRequest } from '../../core/http/request.ts'
import { type HttpResponse, html } from '../../core/http/responses.ts'
import type { Clock } from '../../core/time/clock.ts'
import { AADSTS, type AadstsCode } from '../oauth/aadsts.ts'
import { LoginErrors } from '../oauth/login-errors.ts'
import { ERRORS } from './errors.ts'
import { errorResponse, graphHeaders } from './responses.ts'

type FaultResponses = Record<string, (request: HttpRequest) => HttpResponse>

/** Error responses that have no JSON error body. */
const WITHOUT_ERROR_BODY: FaultResponses = {
  unauthorizedWithoutBody: (request) => ({ status: 401, headers: graphHeaders(request), body: '' }),
  gatewayTimeout: () =>
    html('<html><head><title>504 Gateway Time-out</title></head><body><h1>Gateway Time-out</h1></body></html>\n', 504),
}

/** Responses for every error name that a scripted fault may use. Sign-in errors are named like `AADSTS50173`. */
export function faultResponses(clock: Clock): FaultResponses {
  const login = new LoginErrors(clock)
  const graph = Object.entries(ERRORS).map(([name, error]) => [
    name,
    (request: HttpRequest) => errorResponse(error, request, clock.now()),
  ])
  const codes = Object.keys(AADSTS).map(Number) as AadstsCode[]
  const signIn = codes.map((code) => [`AADSTS${code}`, (request: HttpRequest) => login.respond(code, request)])
  return { ...Object.fromEntries([...graph, ...signIn]), ...WITHOUT_ERROR_BODY }
}
