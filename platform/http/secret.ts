import { inspect } from 'node:util'

const REDACTED = '[redacted]'
/** Shorter texts are too likely to be ordinary words of a log line. */
const SHORTEST_SECRET = 8

const held = new Set<string>()

/** A value that must not be seen: whatever prints it prints `[redacted]`, and so does a log line that holds it. */
export class Secret {
  readonly #value: string

  constructor(value: string) {
    this.#value = value
    if (value.length >= SHORTEST_SECRET) held.add(value)
  }

  /** The value itself, for the one place that needs it. */
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

/** Replaces every secret of this process that stands in a text. */
export function withoutSecrets(text: string): string {
  let result = text
  for (const secret of held) if (result.includes(secret)) result = result.replaceAll(secret, REDACTED)
  return result
}
