import type { FunctionHandlers, Handler, Settings } from './application.ts'

/**
 * A handler whose module is loaded by its first call: the hub starts with the sign-ins of all applications, and with nothing
 * of what a deployment does not use.
 */
export function lazyHandler<Request, Result, S extends Settings>(
  load: () => Promise<Handler<Request, Result, S>>,
): Handler<Request, Result, S> {
  return async (request, call) => (await load())(request, call)
}

/** The same for a function. */
export function lazyFunction<S extends Settings>(load: () => Promise<FunctionHandlers<S>>): FunctionHandlers<S> {
  return {
    inputs: lazyHandler(async () => (await load()).inputs),
    execute: lazyHandler(async () => (await load()).execute),
  }
}
