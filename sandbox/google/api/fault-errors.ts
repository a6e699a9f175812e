import type { HttpRequest } from '../../core/http/request.ts'
import { type HttpResponse, json } from '../../core/http/responses.ts'
import type { Clock } from '../../core/time/clock.ts'
import { ERRORS, type ErrorName, toNamedErrorResponse, toRetryAfterResponse } from './errors.ts'
import { getService } from './responses.ts'

/** The token endpoint's errors, which have another format (RFC 6749, section 5.2). */
const OAUTH_ERRORS: Readonly<Record<string, readonly [status: number, body: object]>> = {
  invalid_grant: [400, { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' }],
  invalid_grant_with_200: [200, { error: 'invalid_grant', error_description: 'Bad Request' }],
  invalid_rapt: [
    400,
    { error: 'invalid_grant', error_description: 'reauth related error (invalid_rapt)', error_subtype: 'invalid_rapt' },
  ],
  invalid_client: [401, { error: 'invalid_client', error_description: 'Unauthorized' }],
  unauthorized_client: [401, { error: 'unauthorized_client', error_description: 'Unauthorized' }],
  internal_failure: [500, { error: 'internal_failure', error_description: 'Backend Error' }],
  token_unavailable: [503, { error: 'temporarily_unavailable', error_description: 'Service Unavailable' }],
  token_rate_limit: [429, { error: 'rate_limit_exceeded', error_description: 'Rate Limit Exceeded' }],
}

/** The delay that `userRateLimitRetryAfter` demands. */
const RETRY_AFTER_MS = 10_000

/** Returns all errors that faults may refer to by name. */
export function createFaultErrors(clock: Clock): Record<string, (request: HttpRequest) => HttpResponse> {
  const names = Object.keys(ERRORS) as ErrorName[]
  return {
    ...Object.fromEntries(
      names.map((name) => [name, (request: HttpRequest) => toNamedErrorResponse(name, getService(request))]),
    ),
    ...Object.fromEntries(
      Object.entries(OAUTH_ERRORS).map(([name, [status, body]]) => [name, () => json(body, status)]),
    ),
    userRateLimitRetryAfter: (request) => toRetryAfterResponse(getService(request), clock.now() + RETRY_AFTER_MS),
  }
}
