import type { HttpRequest } from '../../core/http/request.ts'
import { type HttpResponse, json } from '../../core/http/responses.ts'
import { omitUndefined } from '../../core/omit-undefined.ts'

/** An error of Google's APIs. The format of the body depends on the service. */
export interface GoogleError {
  code: number
  /** Absent in the newer form, which has a status only. */
  reason?: string
  message: string
  domain?: string
  /** The request parameter or header that caused the error. */
  location?: string
  locationType?: 'parameter' | 'header'
  /** The message in `errors[0]`, if it differs from the outer one. */
  short?: string
  /** Gmail's canonical status, if the code does not determine it. */
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

/** The service of a path. The first pattern that matches decides; the rest belongs to Gmail. */
const SERVICE_PATHS = {
  calendar: /^\/(batch\/)?calendar\//,
  drive: /^\/(upload\/)?drive\//,
  docs: /^\/v1\/documents(\/|$)/,
  sheets: /^\/v4\/spreadsheets(\/|$)/,
  meet: /^\/v2\/(conferenceRecords|spaces)(\/|$)/,
  people: /^\/v1\/people(\/|$)/,
  gmail: /^/,
} as const satisfies Record<string, RegExp>

export type Service = keyof typeof SERVICE_PATHS

export function getService(request: HttpRequest): Service {
  const services = Object.entries(SERVICE_PATHS) as [Service, RegExp][]
  return services.find(([, pattern]) => pattern.test(request.url.pathname))?.[0] ?? 'gmail'
}

/** Services that send `errors`, `code` and `message`. */
const WITHOUT_STATUS: readonly Service[] = ['calendar', 'drive']
/** Services that send `code`, `message`, `status` and `details` (google.rpc.Status). */
const WITHOUT_ERRORS: readonly Service[] = ['docs', 'sheets', 'meet', 'people']

/** The headers of every Google API response. */
export const API_HEADERS: Readonly<Record<string, string>> = {
  vary: 'Origin, X-Origin, Referer',
  server: 'ESF',
  'cache-control': 'private',
  'x-content-type-options': 'nosniff',
}

/**
 * Returns Google's common error body. Calendar and Drive send `errors`, `code` and `message`
 * (https://developers.google.com/workspace/calendar/api/guides/errors); Gmail adds `status` and, for some, `details`
 * (https://developers.google.com/workspace/gmail/api/guides/handle-errors); the newer services have no `errors`.
 */
export function toErrorResponse(error: GoogleError, service: Service): HttpResponse {
  const { code, reason, message, domain = 'global', location, locationType, short, status, details, headers } = error
  const firstError = omitUndefined({
    message: short ?? message,
    domain,
    reason,
    location,
    locationType: location === undefined ? undefined : (locationType ?? 'parameter'),
  })
  const hasStatus = !WITHOUT_STATUS.includes(service) || details !== undefined
  const hasErrors = reason !== undefined && !WITHOUT_ERRORS.includes(service)
  const body = omitUndefined({
    code,
    message,
    errors: hasErrors ? [firstError] : undefined,
    status: hasStatus ? (status ?? STATUS[code] ?? 'UNKNOWN') : undefined,
    details,
  })
  return json({ error: body }, code, { ...API_HEADERS, ...headers })
}

/** The structured reason of newer error bodies. */
export function errorInfo(reason: string, metadata: Record<string, string>): object {
  return { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'googleapis.com', metadata }
}
