import { type Answer, json } from '../core/answers.ts'

/** Salesforce writes its media type without a blank. */
const MEDIA_TYPE = { 'content-type': 'application/json;charset=UTF-8' }

export function reply(body: unknown, status = 200, headers: Record<string, string> = {}): Answer {
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
export function errorAnswer(status: number, ...errors: readonly SalesforceError[]): Answer {
  return reply(errors, status)
}
