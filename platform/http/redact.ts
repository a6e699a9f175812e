import { Secret, withoutSecrets } from './secret.ts'

const REDACTED = '[redacted]'
const DEEPEST = 12
const MOST_MEMBERS = 200
const LONGEST_TEXT = 8_192

/** Members whose names tell that a secret is in them. */
const SECRET_KEY =
  /(token|authorization|cookie|password|secret|api[_-]?key|private[_-]?key|verifier|credentials?|signature|assertion)$/i

/** What looks like a secret wherever it stands. A digit or some length tells a token from the next word of a sentence. */
const SECRET_TEXTS: readonly [RegExp, string][] = [
  [/\b(Bearer|Basic)\s+(?=\S*\d|\S{20})[\w.~+/=-]{6,}/gi, `$1 ${REDACTED}`],
  [/\beyJ[\w-]{6,}(?:\.[\w-]*){1,4}/g, REDACTED],
  [/-----BEGIN [A-Z ]*(?:KEY|CERTIFICATE)-----[\s\S]*?(?:-----END [A-Z ]*-----|$)/g, REDACTED],
  [/(\w+:\/\/[^\s:/@]*:)[^\s@/]+@/g, `$1${REDACTED}@`],
  [
    /([?&;\s"']|^)((?:\w*(?:token|secret|password|assertion|verifier)|code|state)["']?\s*[=:]\s*["']?)[^&\s"'<>;,}\]]+/gi,
    `$1$2${REDACTED}`,
  ],
]

export function redactText(text: string): string {
  let result = withoutSecrets(text)
  for (const [pattern, replacement] of SECRET_TEXTS) result = result.replace(pattern, replacement)
  return result
}

/**
 * A copy of a value that is safe to print: members with a telling name are replaced whole, every text is searched, and
 * errors are reduced to what they say of themselves, because libraries hang whole requests on theirs.
 */
export function redact(value: unknown): unknown {
  return walk(value, 0)
}

function walk(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return redactText(value.slice(0, LONGEST_TEXT))
  if (typeof value === 'bigint') return value.toString()
  if (typeof value === 'function' || typeof value === 'symbol') return undefined
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Secret) return REDACTED
  if (value instanceof Date) return value.toJSON()
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`
  if (depth > DEEPEST) return '[…]'
  if (value instanceof Error) return walk(wordsOf(value), depth)
  if (Array.isArray(value)) return value.slice(0, MOST_MEMBERS).map((item) => walk(item, depth + 1))
  const members = Object.entries(value).slice(0, MOST_MEMBERS)
  return Object.fromEntries(members.map(([name, member]) => [name, redactMember(name, member, depth)]))
}

/** Absence, counts and flags under a telling name tell nothing. */
function redactMember(name: string, member: unknown, depth: number): unknown {
  const isTelling = typeof member === 'string' || (typeof member === 'object' && member !== null)
  return isTelling && SECRET_KEY.test(name) ? REDACTED : walk(member, depth + 1)
}

function wordsOf({ name, message, stack, cause, ...rest }: Error & { code?: unknown }): Record<string, unknown> {
  const { code } = rest
  return {
    ...{ type: name, message, stack },
    ...(typeof code === 'string' || typeof code === 'number' ? { errorCode: code } : {}),
    ...(cause === undefined ? {} : { cause }),
  }
}
