import type { HttpRequest } from './request.ts'
import type { HttpResponse } from './responses.ts'
import type { Route } from './router.ts'

/** What a vendor's stand-in must say about itself; everything else is the same for all. */
export interface Vendor {
  readonly name: string
  readonly routes: readonly Route[]
  /** The account whose access token the call carries, if it is a live one. */
  identify(call: HttpRequest): string | undefined
  /** The vendor's own answer to a path it does not have. */
  unknownRoute(call: HttpRequest): HttpResponse
  /** The vendor's own answer when a route throws something that is no answer: a defect of the sandbox. */
  internalError(call: HttpRequest, error: unknown): HttpResponse
  /** The vendor's own errors, by the names that scripted faults use. */
  readonly errors: Readonly<Record<string, (call: HttpRequest) => HttpResponse>>
}
