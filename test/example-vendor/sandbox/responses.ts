import { HttpError, type HttpResponse, json } from '../../../sandbox/core/http/responses.ts'

/** A result as the API returns it. */
export function dataResponse(data: object): HttpResponse {
  return json(data)
}

/** An error as the API returns it. `code` is for programs, `message` for people. */
export function errorResponse(status: number, code: string, message: string, headers = {}): HttpResponse {
  return json({ error: { code, message } }, status, headers)
}

/** Ends the request with this error. */
export function fail(status: number, code: string, message: string): never {
  throw new HttpError(errorResponse(status, code, message))
}

/** The errors that faults refer to. */
export const FAULT_RESPONSES = {
  invalidToken: () => errorResponse(401, 'invalid_token', 'The token is unknown, expired or revoked.'),
  forbidden: () => errorResponse(403, 'forbidden', 'This user may not do this.'),
  rateLimited: () => errorResponse(429, 'rate_limited', 'Too many requests.', { 'retry-after': '30' }),
  internal: () => errorResponse(500, 'internal', 'Something went wrong.'),
  unavailable: () => errorResponse(503, 'unavailable', 'Beacon is down for maintenance.'),
} as const satisfies Record<string, () => HttpResponse>
