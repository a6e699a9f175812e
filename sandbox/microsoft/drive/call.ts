import type { HttpRequest } from '../../core/http/request.ts'
import { HttpError, type HttpResponse } from '../../core/http/responses.ts'
import type { MicrosoftAccount } from '../account.ts'
import { ERRORS, type ErrorName } from '../api/errors.ts'
import { errorResponse, type GraphError } from '../api/responses.ts'
import type { MicrosoftState } from '../state.ts'

/** An authenticated request of OneDrive. */
export interface DriveCall {
  readonly microsoft: MicrosoftState
  readonly request: HttpRequest
  readonly account: MicrosoftAccount
  readonly scopes: readonly string[]
  /** The items that the call has reached, for the log. */
  readonly reached: Set<string>
}

export type Target = Pick<DriveCall, 'microsoft' | 'request'>

/** Throws an HttpError in the form that `settings.driveErrors` says. */
export function failDrive({ microsoft, request }: Target, name: ErrorName, message?: string): never {
  const error: GraphError = { ...ERRORS[name], ...(message === undefined ? {} : { message }) }
  throw new HttpError(toDriveError(microsoft, request, error))
}

/** OneDrive spells `innerError` in two ways, and sometimes the code that matters is in the inner error only. */
export function toDriveError(microsoft: MicrosoftState, request: HttpRequest, error: GraphError): HttpResponse {
  const form = microsoft.settings.driveErrors
  const lower = form === 'innerError' ? {} : { innerErrorKey: 'innererror' as const }
  const outer = form === 'nested' ? { code: OUTER_CODES[error.status] ?? error.code } : {}
  return errorResponse({ ...error, ...outer, ...lower, innerCode: error.code }, request, microsoft.clock.now())
}

/** The general codes that surround specific ones. */
const OUTER_CODES: Readonly<Record<number, string>> = {
  400: 'invalidRequest',
  403: 'accessDenied',
  404: 'itemNotFound',
  409: 'invalidRequest',
  416: 'invalidRange',
  423: 'notAllowed',
  507: 'quotaLimitReached',
}
