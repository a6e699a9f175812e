import { type HttpResponse, json } from '../core/http/responses.ts'

/** Salesforce's content type has no space before `charset`. */
const MEDIA_TYPE = { 'content-type': 'application/json;charset=UTF-8' }

export function jsonResponse(body: unknown, status = 200, headers: Record<string, string> = {}): HttpResponse {
  return json(body, status, { ...MEDIA_TYPE, ...headers })
}

export interface SalesforceError {
  errorCode: string
  message: string
  /** The invalid fields. Only errors about a record have this list. */
  fields?: readonly string[]
  /** The duplicates that a rule has found. Salesforce misspells this key. */
  duplicateResut?: object
}

/** Errors are always returned as a list (REST API Developer Guide, "Status Codes and Error Responses"). */
export function errorResponse(status: number, ...errors: readonly SalesforceError[]): HttpResponse {
  return jsonResponse(errors, status)
}
