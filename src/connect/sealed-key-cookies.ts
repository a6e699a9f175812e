import { createHash } from 'node:crypto'
import type { Context } from 'koa'
import type { Config } from '../config.ts'
import { SEALED_KEY_TTL_MS } from '../kit/memory/process-memory.ts'
import { createCache } from '../runtime/cache.ts'
import { appendCookie } from './attempt-cookie.ts'

/** Longer codes do not fit into the 1,500 characters of a URL that every browser and proxy accepts. */
const MAX_CODE_LENGTH = 1_200
/** Browsers store at least 4,096 bytes per cookie, its name and attributes included. */
const PART_LENGTH = 3_500
const PART = 'pc-key-'
/** Takes the place of a code whose text is in cookies, which it names. It begins as codes do, and opens as none. */
const REFERENCE = 'key.parts.'
const MAX_REMEMBERED = 1_000

/**
 * Carries a sealed key from the form to the callback: in the URL if it is short, else in cookies, which the callback
 * clears whatever comes of it. The cookies have the same names in each attempt, so there is at most one key in a browser.
 * A client that stores no cookies finds its key in the memory of the process that sealed it.
 */
export class SealedKeyCookies {
  readonly #isSecure: boolean
  readonly #remembered = createCache<string>(MAX_REMEMBERED, { ttl: SEALED_KEY_TTL_MS })

  constructor({ baseUrl }: Pick<Config, 'baseUrl'>) {
    this.#isSecure = baseUrl.startsWith('https:')
  }

  /** The `code` of the callback's URL. */
  put(ctx: Context, code: string): string {
    const isShort = code.length <= MAX_CODE_LENGTH
    const parts = isShort ? [] : (code.match(new RegExp(`.{1,${PART_LENGTH}}`, 'g')) ?? [])
    this.#clearFrom(ctx, parts.length)
    if (isShort) return code
    for (const [index, part] of parts.entries()) this.#append(ctx, index, part, SEALED_KEY_TTL_MS)
    const reference = toReference(code)
    if (!ctx.get('Cookie')) this.#remembered.set(reference, code)
    return reference
  }

  /** The code that a callback's `code` stands for. A reference whose cookies are missing stays as it is. */
  take(ctx: Context, code: string | undefined): string | undefined {
    const remembered = code && this.#remembered.get(code)
    if (code) this.#remembered.delete(code)
    const stored = this.#read(ctx)
    this.#clearFrom(ctx, 0)
    if (!code?.startsWith(REFERENCE)) return code
    return [stored, remembered].find((candidate) => candidate && toReference(candidate) === code) ?? code
  }

  #read(ctx: Context): string {
    return this.#parts(ctx).join('')
  }

  /** Clears the cookies that the request carries, from the one with this index. */
  #clearFrom(ctx: Context, first: number): void {
    for (let index = first; index < this.#parts(ctx).length; index += 1) this.#append(ctx, index, '', 0)
  }

  #parts(ctx: Context): string[] {
    const parts: string[] = []
    for (let part = ctx.cookies.get(this.#name(0)); part; part = ctx.cookies.get(this.#name(parts.length))) {
      parts.push(part)
    }
    return parts
  }

  #append(ctx: Context, index: number, value: string, maxAgeMs: number): void {
    appendCookie(ctx, this.#name(index), value, { maxAgeMs, isSecure: this.#isSecure })
  }

  #name(index: number): string {
    return `${this.#isSecure ? '__Host-' : ''}${PART}${index}`
  }
}

function toReference(code: string): string {
  return REFERENCE + createHash('sha256').update(code).digest('base64url')
}
