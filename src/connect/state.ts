import { CallbackQuery, type ConnectMethod, connectMethodsOf } from '../contract/index.ts'
import type { Hub } from '../hub.ts'
import { ValidationError } from '../kit/errors.ts'
import { validate } from '../middleware/validate.ts'
import type { ServedApplication } from '../registry.ts'

/** What the state of a connect attempt says. */
export interface AttemptState {
  state: string
  served: ServedApplication
  connectionId: string
}

/** Splits a state at the last dot: an application's name contains none, a connection's id may. Throws ValidationError. */
export function readState(value: unknown, { registry }: Hub): AttemptState {
  const { state } = validate<CallbackQuery>(CallbackQuery, { state: value })
  const dot = state.lastIndexOf('.')
  if (dot < 1) throw new ValidationError('This sign-in belongs to no connection. Start the connection again.')
  return { state, served: registry.get(state.slice(dot + 1)), connectionId: state.slice(0, dot) }
}

/** The methods that the definition promises for an application. The first one is the default. */
export function methodsOf(
  { application }: ServedApplication,
  { registry }: Hub,
): readonly [ConnectMethod, ...ConnectMethod[]] {
  const block = registry.definition.applications.find(({ name }) => name === application.name)
  return connectMethodsOf(block ?? {})
}
