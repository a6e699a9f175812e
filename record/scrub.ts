import { createHash } from 'node:crypto'

/** Members whose text says how a vendor's answer is built, not what a person wrote; everything else is replaced. */
const KEPT = new Set([
  ...[
    'kind',
    'status',
    'mimeType',
    'accessRole',
    'timeZone',
    'date',
    'dateTime',
    'created',
    'updated',
    'responseStatus',
  ],
  ...[
    'eventType',
    'visibility',
    'transparency',
    'labelIds',
    'reason',
    'domain',
    'locationType',
    'code',
    'error',
    'type',
  ],
  ...['error_description', 'scope', 'token_type', 'internalDate', 'partId', 'entryPointType', 'contentType', 'message'],
  ...[
    'receivedDateTime',
    'sentDateTime',
    'createdDateTime',
    'lastModifiedDateTime',
    'originalStartTimeZone',
    'response',
  ],
  ...[
    'originalEndTimeZone',
    'importance',
    'sensitivity',
    'showAs',
    'attributes',
    'fieldType',
    'errorCode',
    'expires_in',
  ],
  ...[
    'colorId',
    'backgroundColor',
    'foregroundColor',
    'method',
    '@odata.type',
    'access_type',
    'location_type',
    'soapType',
  ],
])
const TOKENS = /token$|^code$|secret|assertion/i
const IDS = /(^|[a-z_])ids?$|^iCalUI?D$|^etag$|^sub$|^changeKey$|^historyId$|Token$|^url$|Link$|^uri$/i
/** Mail headers that say how a message is built. */
const KEPT_HEADERS = /^(content-type|content-transfer-encoding|content-disposition|mime-version|date|list-.*)$/i

/**
 * Takes the person out of a vendor's answer and leaves its shape: tokens go, addresses and ids become others (the same
 * one each time, so that they still agree), letters of free text become x, and what the vendor's own vocabulary says stays.
 */
export class Scrubber {
  readonly #addresses = new Map<string, string>()

  /** A scrubbed copy of a JSON value. */
  value(value: unknown, key = ''): unknown {
    if (Array.isArray(value)) return value.map((item) => this.value(item, key))
    if (typeof value === 'object' && value !== null) return this.#members(value as Record<string, unknown>)
    return typeof value === 'string' ? this.#text(value, key) : value
  }

  /** A scrubbed path: addresses and long ids in it become others, as in the answers. */
  path(path: string): string {
    const url = new URL(path, 'http://x')
    const parts = url.pathname.split('/').map((part) => encodeURIComponent(this.#segment(decodeURIComponent(part))))
    for (const [name, value] of [...url.searchParams]) {
      url.searchParams.set(name, TOKENS.test(name) ? `${name}-scrubbed` : this.#withoutAddresses(value))
    }
    return `${parts.join('/')}${url.search}`
  }

  #segment(part: string): string {
    if (part.includes('@')) return this.#withoutAddresses(part)
    return /\d/.test(part) && part.length >= 12 ? pseudonym(part) : part
  }

  #members(value: Record<string, unknown>): Record<string, unknown> {
    if (typeof value.name === 'string' && typeof value.value === 'string') return this.#header(value.name, value.value)
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, this.#member(key, member)]))
  }

  #member(key: string, member: unknown): unknown {
    if (TOKENS.test(key) && typeof member === 'string' && !/page|sync/i.test(key)) return `${key}-scrubbed`
    if (key === 'data' && typeof member === 'string') return this.#encoded(member)
    return this.value(member, key)
  }

  #header(name: string, value: string): Record<string, unknown> {
    const kept = KEPT_HEADERS.test(name)
    return { name, value: kept ? this.#withoutAddresses(value) : this.#crossedOut(value) }
  }

  #encoded(data: string): string {
    const text = Buffer.from(data, 'base64url').toString()
    return Buffer.from(this.#crossedOut(text)).toString('base64url')
  }

  #text(text: string, key: string): string {
    // Counts, sizes and times are short; a long number is somebody's id.
    if (KEPT.has(key) || /^-?\d{1,14}(\.\d+)?$/.test(text)) return this.#withoutAddresses(text)
    if (text.includes('@')) return IDS.test(key) ? this.#withoutAddresses(text) : this.#crossedOut(text)
    return IDS.test(key) ? pseudonym(text) : this.#crossedOut(text)
  }

  /** Letters become x, digits 0; addresses become others first, and tags of HTML stay. */
  #crossedOut(text: string): string {
    return this.#withoutAddresses(text)
      .split(/(<[^>]*>|person-\d+@example\.com)/)
      .map((part, index) =>
        index % 2 === 1 ? withoutAttributes(part) : part.replace(/\p{L}/gu, 'x').replace(/\d/g, '0'),
      )
      .join('')
  }

  #withoutAddresses(text: string): string {
    return text.replace(/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, (address) => {
      const known = this.#addresses.get(address.toLowerCase())
      if (known) return known
      const created = `person-${this.#addresses.size + 1}@example.com`
      this.#addresses.set(address.toLowerCase(), created)
      return created
    })
  }
}

/** Addresses and texts hide in the attributes of HTML tags. */
function withoutAttributes(tag: string): string {
  return tag.startsWith('<') ? tag.replace(/^(<\/?[a-z0-9]*)[\s\S]*?(\/?>)$/i, '$1$2') : tag
}

/** Another text of the same length and kind, the same one each time. */
function pseudonym(text: string): string {
  const digest = createHash('sha256').update(text).digest('hex')
  return text.replace(/[A-Za-z0-9]/g, (_c, index: number) => digest[index % digest.length] as string)
}
