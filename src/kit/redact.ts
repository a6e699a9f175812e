import { AsyncLocalStorage } from 'node:async_hooks'
import { inspect } from 'node:util'

const REDACTED = '[redacted]'

/** A value that must not be seen: whatever prints it prints `[redacted]`. */
export class Secret {
  readonly #value: string

  constructor(value: string) {
    this.#value = value
  }

  /** The value itself, for the one place that must send it. */
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

const inHand = new AsyncLocalStorage<Set<string>>()
const always = new Set<string>()

/** Runs `work` with a place for the secrets it comes to hold, so that no text printed meanwhile shows one. */
export function withSecretsInHand<Result>(work: () => Result): Result {
  return inHand.run(new Set(), work)
}

/** Names a secret of the request in hand; outside of one it is kept for the life of the process. */
export function holdSecret(value: string | undefined): void {
  if (value && value.length >= SHORTEST_SECRET) (inHand.getStore() ?? always).add(value)
}

/** Shorter texts are too likely to be ordinary words of a log line. */
const SHORTEST_SECRET = 8

const SECRET_KEY =
  /(^|[_-]|[a-z])(token|authorization|cookie|password|passphrase|secret|api[_-]?key|private[_-]?key|assertion|code[_-]?challenge|verifier|session[_-]?id|credentials?|signature)$/i
const SECRET_KEYS = new Set(['code', 'key', 'state', 'auth', 'pwd', 'jwt', 'sid'])

const SECRET_VALUES: [RegExp, string][] = [
  // A digit or some length tells a token from the next word of a sentence.
  [/\b(Bearer|Basic|OAuth)\s+(?=\S*\d|\S{20})[A-Za-z0-9._~+/=-]{6,}/gi, `$1 ${REDACTED}`],
  [/\beyJ[A-Za-z0-9_-]{6,}(?:\.[A-Za-z0-9_-]*){1,4}/g, REDACTED],
  [/-----BEGIN [A-Z ]*(?:KEY|CERTIFICATE)-----[\s\S]*?(?:-----END [A-Z ]*-----|$)/g, REDACTED],
  [/\bya29\.[A-Za-z0-9._-]+/g, REDACTED],
  [/\b1\/\/[A-Za-z0-9._-]{8,}/g, REDACTED],
  [/\b4\/0?[A-Za-z0-9._-]{10,}/g, REDACTED],
  [/\bGOCSPX-[A-Za-z0-9_-]+/g, REDACTED],
  [/\b0\.A[A-Za-z0-9._-]{20,}/g, REDACTED],
  [/\b[ME]\.[A-Z][A-Za-z0-9_.!*$-]{20,}/g, REDACTED],
  [/\b00D[A-Za-z0-9]{12,15}![A-Za-z0-9._]{10,}/g, REDACTED],
  [/\b5Aep[A-Za-z0-9._=-]{10,}/g, REDACTED],
  [
    /([?&;\s"']|^)((?:[a-z_]*(?:token|secret|password|key|assertion|verifier)|code|state|sid)["']?\s*[=:]\s*["']?)[^&\s"'<>;,}\]]+/gi,
    `$1$2${REDACTED}`,
  ],
]

/** Replaces everything in a text that is, or looks like, a secret. */
export function redactText(text: string): string {
  let result = text
  for (const secrets of [always, inHand.getStore()]) {
    for (const secret of secrets ?? []) if (result.includes(secret)) result = result.replaceAll(secret, REDACTED)
  }
  for (const [pattern, replacement] of SECRET_VALUES) result = result.replace(pattern, replacement)
  return result
}

const secretKeys = new Map<string, boolean>()

function isSecretKey(key: string): boolean {
  const known = secretKeys.get(key)
  if (known !== undefined) return known
  const answer = SECRET_KEYS.has(key.toLowerCase()) || SECRET_KEY.test(key)
  if (secretKeys.size < MOST_KEYS_REMEMBERED) secretKeys.set(key, answer)
  return answer
}

const MOST_KEYS_REMEMBERED = 5_000
const DEEPEST = 24
const LONGEST_TEXT = 16_384
const MOST_MEMBERS = 1_000

/**
 * A copy of a value, safe to print: members with a telling name are replaced whole, every text is searched for
 * secrets, errors are reduced to name, message, stack, status and cause (libraries hang requests with tokens on them),
 * and what is very deep, long or wide is cut.
 */
export function redact(value: unknown): unknown {
  try {
    return walk(value, 0, new Set())
  } catch {
    // A member that throws when it is read: what cannot be looked through is not printed.
    return '[unreadable]'
  }
}

function walk(value: unknown, depth: number, above: Set<object>): unknown {
  if (typeof value === 'string') {
    return cut(redactText(value.slice(0, 2 * LONGEST_TEXT)))
  }
  if (typeof value === 'bigint') return value.toString()
  if (typeof value === 'function' || typeof value === 'symbol') return undefined
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Secret) return REDACTED
  if (value instanceof Date) return value.toJSON()
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`
  if (depth > DEEPEST || above.has(value)) return '[…]'
  above.add(value)
  const copy = copyOf(value, depth, above)
  above.delete(value)
  return copy
}

/** Cut after redaction: half a secret at the edge would no longer be known as one. */
function cut(text: string): string {
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text
}

function copyOf(value: object, depth: number, above: Set<object>): unknown {
  if (value instanceof Error) return walk(errorParts(value), depth, above)
  if (Array.isArray(value)) return value.slice(0, MOST_MEMBERS).map((item) => walk(item, depth + 1, above))
  if (value instanceof Map) return walk(Object.fromEntries(value), depth, above)
  if (value instanceof Set) return walk([...value], depth, above)
  if (value instanceof URL || value instanceof URLSearchParams) return redactText(value.toString())
  const copy: Record<string, unknown> = {}
  for (const [key, member] of Object.entries(value).slice(0, MOST_MEMBERS)) {
    copy[redactText(key)] = isSecretKey(key) && !isHarmless(member) ? REDACTED : walk(member, depth + 1, above)
  }
  return copy
}

/** Absence, counts and flags under a telling name tell nothing: `tokens: 3`, `secret: false`. */
function isHarmless(member: unknown): boolean {
  return member === null || member === undefined || typeof member === 'number' || typeof member === 'boolean'
}

/** Only what an error says of itself: libraries attach whole requests, headers and bodies to theirs. */
function errorParts(error: Error): Record<string, unknown> {
  const { name, message, stack, cause } = error
  const { code, status } = error as { code?: unknown; status?: unknown }
  return {
    type: name,
    message,
    stack,
    ...(typeof code === 'string' || typeof code === 'number' ? { errorCode: code } : {}),
    ...(typeof status === 'number' ? { status } : {}),
    ...(cause === undefined ? {} : { cause }),
  }
}
