import { type HttpResponse, json } from '../core/http/responses.ts'

/** Salesforce writes its media type without a blank. */
const MEDIA_TYPE = { 'content-type': 'application/json;charset=UTF-8' }

export function jsonResponse(body: unknown, status = 200, headers: Record<string, string> = {}): HttpResponse {
  return json(body, status, { ...MEDIA_TYPE, ...headers })
}

export interface SalesforceError {
  errorCode: string
  message: string
  /** The fields at fault. Errors that are about no row have no such list. */
  fields?: readonly string[]
  /** What a duplicate rule has found. The vendor's own spelling. */
  duplicateResut?: object
}

/** Errors come as a list, even when there is one only (REST API Developer Guide, "Status Codes and Error Responses"). */
export function errorResponse(status: number, ...errors: readonly SalesforceError[]): HttpResponse {
  return jsonResponse(errors, status)
}
