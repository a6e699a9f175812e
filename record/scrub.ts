import { createHash } from 'node:crypto'

/** Members with the vendor's own vocabulary instead of personal data. The text of all other members is replaced. */
const UNCHANGED_MEMBERS = new Set([
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
  'error_description',
  'scope',
  'token_type',
  'internalDate',
  'partId',
  'entryPointType',
  'contentType',
  'message',
  'receivedDateTime',
  'sentDateTime',
  'createdDateTime',
  'lastModifiedDateTime',
  'originalStartTimeZone',
  'response',
  'originalEndTimeZone',
  'importance',
  'sensitivity',
  'showAs',
  'attributes',
  'fieldType',
  'errorCode',
  'expires_in',
  'colorId',
  'backgroundColor',
  'foregroundColor',
  'method',
  '@odata.type',
  'access_type',
  'location_type',
  'soapType',
  'grant_type',
  'redirect_uri',
  'token_type_hint',
  'referenceId',
  'attachment',
  'state',
  'startTime',
  'endTime',
  'expireTime',
  'earliestStartTime',
  'latestEndTime',
  'languageCode',
])
/** Stands for all hosts of a vendor. */
const HOST = 'http://vendor.example'
/** The name of a resource in Google's newer APIs: `conferenceRecords/{id}/participants/{id}`. */
const RESOURCE_NAME = /^(conferenceRecords|spaces|users|people)(\/[^/\s]+)+$/
const SECRET_MEMBER = /token$|^code$|secret|assertion|verifier|challenge|^client_id$|tempauth|(down|up)loadUrl$/i
/** Members of the description of a field or object. They are the vendor's, unless the object is a customer's own. */
const SCHEMA_MEMBERS = new Set(['name', 'label', 'labelPlural', 'referenceTo', 'relationshipName', 'keyPrefix'])
const ID_MEMBER = /(^|[a-z_])ids?$|^iCalUI?D$|^etag$|^sub$|^changeKey$|^historyId$|Token$|^url$|Link$|^uri$/i
/** Mail headers without personal data. */
const UNCHANGED_HEADERS = /^(content-type|content-transfer-encoding|content-disposition|mime-version|date|list-.*)$/i

/**
 * Removes personal data from a vendor's response and preserves its structure: tokens are removed, addresses and ids are
 * consistently replaced by pseudonyms, letters of free text become x, and the vendor's own vocabulary is unchanged.
 */
export class Scrubber {
  readonly #addresses = new Map<string, string>()

  /** Returns a scrubbed copy of a JSON value. */
  value(value: unknown, key = ''): unknown {
    if (Array.isArray(value)) return value.map((item) => this.value(item, key))
    if (typeof value === 'object' && value !== null) return this.#members(value as Record<string, unknown>)
    return typeof value === 'string' ? this.#text(value, key) : value
  }

  /** Returns a scrubbed path. Addresses and long ids become the same pseudonyms as in the responses. */
  path(path: string): string {
    const url = new URL(path, 'http://x')
    const parts = url.pathname.split('/').map((part) => encodeURIComponent(this.#segment(decodeURIComponent(part))))
    for (const [name, value] of [...url.searchParams]) {
      url.searchParams.set(name, SECRET_MEMBER.test(name) ? `${name}-scrubbed` : this.#maskLiterals(value))
    }
    return `${parts.join('/')}${url.search}`
  }

  /** Returns a scrubbed address, such as a Location. Its host may be that of a tenant. */
  address(address: string): string {
    const url = new URL(address, HOST)
    return `${HOST}${this.path(`${url.pathname}${url.search}`)}`
  }

  /** Replaces the texts in quotes of a query. The query itself was written by the hub. */
  #maskLiterals(query: string): string {
    return query
      .split(/('(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")/)
      .map((part, index) => (index % 2 === 1 ? this.#maskLiteral(part) : this.#replaceAddresses(part)))
      .join('')
  }

  #maskLiteral(literal: string): string {
    const text = literal.slice(1, -1)
    const masked = isId(text) ? toPseudonym(text) : this.#maskText(text)
    return `${literal[0]}${masked}${literal.at(-1)}`
  }

  #segment(part: string): string {
    if (part.includes('@')) return this.#replaceAddresses(part)
    // Graph puts the name of a file between colons.
    if (part.endsWith(':') && !isId(part)) return this.#maskText(part)
    return isId(part) ? toPseudonym(part) : part
  }

  #members(value: Record<string, unknown>): Record<string, unknown> {
    if (typeof value.name === 'string' && typeof value.value === 'string') return this.#header(value.name, value.value)
    const isSchema = ('soapType' in value || 'keyPrefix' in value) && !String(value.name).endsWith('__c')
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [
        key,
        isSchema && SCHEMA_MEMBERS.has(key) ? member : this.#member(key, member),
      ]),
    )
  }

  #member(key: string, member: unknown): unknown {
    if (key === 'url' && typeof member === 'string' && member.startsWith('/')) return this.path(member)
    if (SECRET_MEMBER.test(key) && typeof member === 'string' && !/page|sync/i.test(key)) return `${key}-scrubbed`
    if (key === 'data' && typeof member === 'string') return this.#maskEncodedText(member)
    return this.value(member, key)
  }

  #header(name: string, value: string): Record<string, unknown> {
    const isUnchanged = UNCHANGED_HEADERS.test(name)
    return { name, value: isUnchanged ? this.#replaceAddresses(value) : this.#maskText(value) }
  }

  #maskEncodedText(data: string): string {
    const text = Buffer.from(data, 'base64url').toString()
    return Buffer.from(this.#maskText(text)).toString('base64url')
  }

  #text(text: string, key: string): string {
    // Counts, sizes and times are short; a long number may be a person's id.
    if (UNCHANGED_MEMBERS.has(key) || /^-?\d{1,14}(\.\d+)?$/.test(text)) return this.#replaceAddresses(text)
    if (RESOURCE_NAME.test(text))
      return text
        .split('/')
        .map((part) => this.#segment(part))
        .join('/')
    if (text.includes('@')) return ID_MEMBER.test(key) ? this.#replaceAddresses(text) : this.#maskText(text)
    return ID_MEMBER.test(key) ? toPseudonym(text) : this.#maskText(text)
  }

  /** Replaces addresses by pseudonyms, letters by x and digits by 0. HTML tags remain, without attributes. */
  #maskText(text: string): string {
    return this.#replaceAddresses(text)
      .split(/(<[^>]*>|person-\d+@example\.com)/)
      .map((part, index) =>
        index % 2 === 1 ? stripAttributes(part) : part.replace(/\p{L}/gu, 'x').replace(/\d/g, '0'),
      )
      .join('')
  }

  #replaceAddresses(text: string): string {
    return text.replace(/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, (address) => {
      const existing = this.#addresses.get(address.toLowerCase())
      if (existing) return existing
      const created = `person-${this.#addresses.size + 1}@example.com`
      this.#addresses.set(address.toLowerCase(), created)
      return created
    })
  }
}

/** Ids have digits and are longer than the words of a path. */
function isId(text: string): boolean {
  return /^\S{12,}$/.test(text) && /\d/.test(text)
}

/** Attributes of HTML tags may contain addresses and text. */
function stripAttributes(tag: string): string {
  return tag.startsWith('<') ? tag.replace(/^(<\/?[a-z0-9]*)[\s\S]*?(\/?>)$/i, '$1$2') : tag
}

/** Returns a text of the same length and format. The same input always has the same pseudonym. */
function toPseudonym(text: string): string {
  const digest = createHash('sha256').update(text).digest('hex')
  return text.replace(/[A-Za-z0-9]/g, (_c, index: number) => digest[index % digest.length] as string)
}
