import type { HttpRequest } from './request.ts'
import type { HttpResponse } from './responses.ts'
import type { Route } from './router.ts'

/** The vendor-specific part of a mock server. */
export interface Vendor {
  readonly name: string
  readonly routes: readonly Route[]
  /** Returns the account of the request's access token; undefined without a valid token. */
  identify(request: HttpRequest): string | undefined
  /** The vendor's response to an unknown path. */
  unknownRoute(request: HttpRequest): HttpResponse
  /** The vendor's response when a route throws anything but an HttpError, which is a bug of the sandbox. */
  internalError(request: HttpRequest, error: unknown): HttpResponse
  /** The vendor's errors by the names that faults refer to. */
  readonly errors: Readonly<Record<string, (request: HttpRequest) => HttpResponse>>
}
