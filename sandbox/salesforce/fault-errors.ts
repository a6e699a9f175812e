import { type Answer, empty, html } from '../core/answers.ts'
import type { Call } from '../core/call.ts'
import {
  badOAuthToken,
  ERRORS,
  type ErrorName,
  namedError,
  TOKEN_ERRORS,
  type TokenErrorName,
  tokenError,
} from './errors.ts'

/** Every error a scripted fault may name. */
export const FAULT_ERRORS: Readonly<Record<string, (call: Call) => Answer>> = {
  ...byName(Object.keys(ERRORS) as ErrorName[], namedError),
  ...byName(Object.keys(TOKEN_ERRORS) as TokenErrorName[], tokenError),
  badOAuthToken,
  // What stands in front of the instances answers in HTML, or with nothing at all.
  edgeNotReady: () => html('<html><body>Salesforce Edge: we are setting things up.</body></html>\n', 420),
  maintenance: () => html('<html><body>We are down for maintenance.</body></html>\n', 503),
  notAcceptable: () => empty(406),
}

function byName<Name extends string>(names: readonly Name[], answer: (name: Name) => Answer) {
  return Object.fromEntries(names.map((name) => [name, () => answer(name)]))
}
