import type { HttpRequest } from '../core/http/request.ts'
import { empty, type HttpResponse, html } from '../core/http/responses.ts'
import {
  badOAuthTokenResponse,
  ERRORS,
  type ErrorName,
  namedErrorResponse,
  TOKEN_ERRORS,
  type TokenErrorName,
  tokenErrorResponse,
} from './errors.ts'

/** Responses for every error name that a scripted fault may use. */
export const FAULT_RESPONSES: Readonly<Record<string, (request: HttpRequest) => HttpResponse>> = {
  ...byName(Object.keys(ERRORS) as ErrorName[], namedErrorResponse),
  ...byName(Object.keys(TOKEN_ERRORS) as TokenErrorName[], tokenErrorResponse),
  badOAuthToken: badOAuthTokenResponse,
  // Responses of the edge in front of the instances, which are HTML or empty.
  edgeNotReady: () => html('<html><body>Salesforce Edge: we are setting things up.</body></html>\n', 420),
  maintenance: () => html('<html><body>We are down for maintenance.</body></html>\n', 503),
  notAcceptable: () => empty(406),
}

function byName<Name extends string>(names: readonly Name[], toResponse: (name: Name) => HttpResponse) {
  return Object.fromEntries(names.map((name) => [name, () => toResponse(name)]))
}
