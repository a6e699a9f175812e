import type { HttpRequest } from '../../core/http/request.ts'
import { type HttpResponse, json } from '../../core/http/responses.ts'

/** One row of the error table. The form of the body depends on the service that answers. */
export interface GoogleError {
  code: number
  reason: string
  message: string
  domain?: string
  /** The request parameter or header at fault. */
  location?: string
  locationType?: 'parameter' | 'header'
  /** Gmail's message in `errors[0]` when it differs from the outer one. */
  short?: string
  /** Gmail's canonical status when the code does not tell it. */
  status?: string
  details?: readonly object[]
  headers?: Record<string, string>
}

const STATUS: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
}

export type Service = 'gmail' | 'calendar'

export function getService(request: HttpRequest): Service {
  return /^\/(batch\/)?calendar\//.test(request.url.pathname) ? 'calendar' : 'gmail'
}

/** The headers every Google API answer carries. */
export const API_HEADERS: Readonly<Record<string, string>> = {
  vary: 'Origin, X-Origin, Referer',
  server: 'ESF',
  'cache-control': 'private',
  'x-content-type-options': 'nosniff',
}

/**
 * Google's common error body. Calendar sends `errors`, `code` and `message`
 * (https://developers.google.com/workspace/calendar/api/guides/errors); Gmail adds `status` and, for some, `details`
 * (https://developers.google.com/workspace/gmail/api/guides/handle-errors).
 */
export function toErrorResponse(error: GoogleError, service: Service): HttpResponse {
  const { code, reason, message, domain = 'global', location, locationType, short, status, details, headers } = error
  const where = location === undefined ? {} : { location, locationType: locationType ?? 'parameter' }
  const errors = [{ message: short ?? message, domain, reason, ...where }]
  const newer = service === 'gmail' || details ? { status: status ?? STATUS[code] ?? 'UNKNOWN' } : {}
  const body = { error: { code, message, errors, ...newer, ...(details ? { details } : {}) } }
  return json(body, code, { ...API_HEADERS, ...headers })
}

/** The structured reason of newer answers. */
export function errorInfo(reason: string, metadata: Record<string, string>): object {
  return { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'googleapis.com', metadata }
}
