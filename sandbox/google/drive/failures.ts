import type { HttpRequest } from '../../core/http/request.ts'
import { HttpError } from '../../core/http/responses.ts'
import { ERRORS, type ErrorName, toNamedErrorResponse } from '../api/errors.ts'
import { type GoogleError, getService, toErrorResponse } from '../api/responses.ts'

/** Throws an HttpError with the named error in the form of the request's service. */
export function fail(request: HttpRequest, name: ErrorName, changes?: Partial<GoogleError>): never {
  const service = getService(request)
  if (!changes) throw new HttpError(toNamedErrorResponse(name, service))
  throw new HttpError(toErrorResponse({ ...ERRORS[name], ...changes }, service))
}

/** 404, which also means that the user or the application has no access. */
export function failNotFound(request: HttpRequest, id: string, location = 'fileId'): never {
  if (getService(request) !== 'drive') return fail(request, 'notFound')
  return fail(request, 'notFound', { message: `File not found: ${id}.`, location })
}

/** 400 with a sentence. `reason` and `location` appear in Drive's errors only. */
export function failInvalid(
  request: HttpRequest,
  message: string,
  { reason = 'invalid', location }: { reason?: string; location?: string } = {},
): never {
  const error: GoogleError = { code: 400, reason, message }
  throw new HttpError(toErrorResponse(location === undefined ? error : { ...error, location }, getService(request)))
}

/** 400 FAILED_PRECONDITION: the file is none of the service's. */
export function failUnsupportedFile(request: HttpRequest): never {
  const message = 'This operation is not supported for this document'
  throw new HttpError(
    toErrorResponse(
      { code: 400, reason: 'failedPrecondition', message, status: 'FAILED_PRECONDITION' },
      getService(request),
    ),
  )
}
