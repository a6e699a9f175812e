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

/** Every error a scripted fault may name. */
export const FAULT_RESPONSES: Readonly<Record<string, (request: HttpRequest) => HttpResponse>> = {
  ...byName(Object.keys(ERRORS) as ErrorName[], namedErrorResponse),
  ...byName(Object.keys(TOKEN_ERRORS) as TokenErrorName[], tokenErrorResponse),
  badOAuthTokenResponse,
  // What stands in front of the instances answers in HTML, or with nothing at all.
  edgeNotReady: () => html('<html><body>Salesforce Edge: we are setting things up.</body></html>\n', 420),
  maintenance: () => html('<html><body>We are down for maintenance.</body></html>\n', 503),
  notAcceptable: () => empty(406),
}

function byName<Name extends string>(names: readonly Name[], answer: (name: Name) => HttpResponse) {
  return Object.fromEntries(names.map((name) => [name, () => answer(name)]))
}
