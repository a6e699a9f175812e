import { AsyncLocalStorage } from 'node:async_hooks'
import { inspect } from 'node:util'

export const REDACTED = '[redacted]'

/** Shorter values are too likely to be ordinary words of a log line (characters). */
const MIN_SECRET_LENGTH = 8

const requestSecrets = new AsyncLocalStorage<Set<string>>()
const processSecrets = new Set<string>()

/** A value that must not be printed: every way of printing it gives `[redacted]`, and log lines that contain it too. */
export class Secret {
  readonly #value: string

  constructor(value: string) {
    this.#value = value
    holdSecret(value)
  }

  /** The value itself, for the one place that must use it. */
  reveal(): string {
    return this.#value
  }

  toString(): string {
    return REDACTED
  }

  toJSON(): string {
    return REDACTED
  }

  [inspect.custom](): string {
    return REDACTED
  }
}

/** Runs `work` with a set of its own for the secrets it registers. They are forgotten when the work ends. */
export function withRequestSecrets<Result>(work: () => Result): Result {
  return requestSecrets.run(new Set(), work)
}

/** Registers a value to be redacted from all output: for the current request, or for the process outside of one. */
export function holdSecret(value: string | undefined): void {
  if (value && value.length >= MIN_SECRET_LENGTH) (requestSecrets.getStore() ?? processSecrets).add(value)
}

/** Replaces every registered secret in a text. */
export function replaceHeldSecrets(text: string): string {
  let result = text
  for (const secrets of [processSecrets, requestSecrets.getStore()]) {
    for (const secret of secrets ?? []) if (result.includes(secret)) result = result.replaceAll(secret, REDACTED)
  }
  return result
}
