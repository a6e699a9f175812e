import { omitUndefined } from './omit.ts'
import { REDACTED, replaceHeldSecrets, Secret } from './secret.ts'

/** Names of members whose whole value is secret. */
const SECRET_KEY =
  /(^|[_-]|[a-z])(token|authorization|cookie|password|passphrase|secret|api[_-]?key|private[_-]?key|assertion|code[_-]?challenge|verifier|session[_-]?id|credentials?|signature)$/i
const SECRET_KEYS = new Set(['code', 'key', 'state', 'auth', 'pwd', 'jwt', 'sid'])

/** Texts that look like a secret wherever they occur: authorization headers, JWTs, PEM blocks, vendor tokens, pairs. */
const SECRET_TEXTS: readonly [RegExp, string][] = [
  // A digit or some length distinguishes a token from the next word of a sentence.
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
  // The password of a URL with user information, such as a database's. Bounded, so that long texts take linear time.
  [/(\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s:/@]{0,256}:)[^\s@/]{1,1024}@/gi, `$1${REDACTED}@`],
  [
    /([?&;\s"']|^)((?:\w*(?:token|secret|password|key|assertion|verifier)|code|state|sid)["']?\s*[=:]\s*["']?)[^&\s"'<>;,}\]]+/gi,
    `$1$2${REDACTED}`,
  ],
]

const MAX_REMEMBERED_KEYS = 5_000
const MAX_DEPTH = 24
const MAX_TEXT_LENGTH = 16_384
const MAX_MEMBERS = 1_000

/** Replaces everything in a text that is, or looks like, a secret. */
export function redactText(text: string): string {
  let result = replaceHeldSecrets(text)
  for (const [pattern, replacement] of SECRET_TEXTS) result = result.replace(pattern, replacement)
  return result
}

/**
 * Returns a copy of a value that is safe to print. Members whose name denotes a secret are replaced whole and every
 * text is searched for secrets. Errors are reduced to name, message, stack, status and cause, because libraries attach
 * whole requests with tokens to theirs. Very deep, long or wide values are truncated.
 */
export function redact(value: unknown): unknown {
  try {
    return copy(value, 0, new Set())
  } catch {
    // A getter threw: what cannot be inspected is not printed.
    return '[unreadable]'
  }
}

function copy(value: unknown, depth: number, ancestors: Set<object>): unknown {
  if (typeof value === 'string') return truncate(redactText(value.slice(0, 2 * MAX_TEXT_LENGTH)))
  if (typeof value === 'bigint') return value.toString()
  if (typeof value === 'function' || typeof value === 'symbol') return undefined
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Secret) return REDACTED
  if (value instanceof Date) return value.toJSON()
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`
  if (depth > MAX_DEPTH || ancestors.has(value)) return '[…]'
  ancestors.add(value)
  const result = copyObject(value, depth, ancestors)
  ancestors.delete(value)
  return result
}

/** Truncates after redaction: half a secret at the edge would no longer be recognized as one. */
function truncate(text: string): string {
  return text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text
}

function copyObject(value: object, depth: number, ancestors: Set<object>): unknown {
  if (value instanceof Error) return copy(describeError(value), depth, ancestors)
  if (Array.isArray(value)) return value.slice(0, MAX_MEMBERS).map((item) => copy(item, depth + 1, ancestors))
  if (value instanceof Map) return copy(Object.fromEntries(value), depth, ancestors)
  if (value instanceof Set) return copy([...value], depth, ancestors)
  if (value instanceof URL || value instanceof URLSearchParams) return redactText(value.toString())
  const result: Record<string, unknown> = {}
  for (const [key, member] of Object.entries(value).slice(0, MAX_MEMBERS)) {
    result[redactText(key)] = isSecretKey(key) && !isHarmless(member) ? REDACTED : copy(member, depth + 1, ancestors)
  }
  return result
}

const rememberedKeys = new Map<string, boolean>()

function isSecretKey(key: string): boolean {
  const remembered = rememberedKeys.get(key)
  if (remembered !== undefined) return remembered
  const isSecret = SECRET_KEYS.has(key.toLowerCase()) || SECRET_KEY.test(key)
  if (rememberedKeys.size < MAX_REMEMBERED_KEYS) rememberedKeys.set(key, isSecret)
  return isSecret
}

/** Absent values, counts and flags reveal nothing, whatever their name: `tokens: 3`, `secret: false`. */
function isHarmless(member: unknown): boolean {
  return member === null || member === undefined || typeof member === 'number' || typeof member === 'boolean'
}

function describeError(error: Error): Record<string, unknown> {
  const { name, message, stack, cause } = error
  const { code, status } = error as { code?: unknown; status?: unknown }
  return omitUndefined({
    type: name,
    message,
    stack,
    errorCode: typeof code === 'string' || typeof code === 'number' ? code : undefined,
    status: typeof status === 'number' ? status : undefined,
    cause,
  })
}
