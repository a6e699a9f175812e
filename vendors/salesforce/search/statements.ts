import { toChunks } from '../api/chunks.ts'
import type { Row } from '../api/pages.ts'
import { anyOf, like, name, names, number, type Soql, soql } from '../soql/statement.ts'
import { organizationDomain, toDomain, toOwnDomain } from './domains.ts'
import type { SearchSource } from './sources.ts'

/** A person to find, and the names of the objects to search. */
export interface PersonQuery {
  email?: string | undefined
  objects: readonly string[]
}

/** The known properties of an organization, the most reliable first, and the name of the object to search. */
export interface OrganizationQuery {
  emailDomain?: string | undefined
  url?: string | undefined
  email?: string | undefined
  name?: string | undefined
  object: string
}

/** The property by which a statement finds records. */
export type KeyKind = 'address' | 'domain' | 'name'

/** A search statement and the keys of its rows. */
export interface SearchStatement {
  kind: KeyKind
  object: string
  soql: Soql
  /** Maximum number of rows, if the statement has a limit. */
  limit?: number
  toKeys: (row: Row) => (string | undefined)[]
}

export function toAddressStatements(source: SearchSource, people: readonly PersonQuery[]): SearchStatement[] {
  const { object, emailFields, condition, order, hasPersonContacts } = source
  if (emailFields.length === 0) return []
  const addresses = people.filter(({ objects }) => objects.includes(object)).map(({ email }) => normalize(email))
  const fields = names(['Id', ...emailFields, ...(hasPersonContacts ? ['AccountId', 'IsPersonAccount'] : [])])
  return packLists(distinct(addresses), emailFields.length).map((list) => {
    const where = anyOf(emailFields.map((field) => soql`${name(field)} IN ${list}`))
    return {
      kind: 'address' as const,
      object,
      soql: soql`SELECT ${fields} FROM ${name(object)} WHERE ${where}${condition} ORDER BY ${order}`,
      toKeys: (row) => emailFields.map((field) => normalize(row[field])),
    }
  })
}

/** Patterns in one statement. Salesforce matches each of them against every record. */
const MAX_PATTERNS = 100
/** Records read for one list of domains, as a short domain is part of many other websites. */
const MAX_ROWS = 2_000

/** Websites are free text, so Salesforce filters them by a pattern and the rows are compared by their domain here. */
export function toDomainStatements(
  { object, urlFields, emailFields, order }: SearchSource,
  organizations: readonly OrganizationQuery[],
): SearchStatement[] {
  if (urlFields.length === 0) return []
  const contains = (domain: string) => {
    return urlFields.map((field) => soql`${name(field)} LIKE ${like(domain, { before: true, after: true })}`)
  }
  const domains = distinct(organizations.filter((query) => query.object === object).map(toOrganizationDomain))
  const business = toBusinessCondition(object, emailFields)
  const end = soql`ORDER BY ${order} LIMIT ${number(MAX_ROWS)}`
  return toChunks(domains, Math.ceil(MAX_PATTERNS / urlFields.length)).map((chunk) => ({
    kind: 'domain',
    object,
    limit: MAX_ROWS,
    soql: soql`SELECT ${names(['Id', ...urlFields])} FROM ${name(object)} WHERE ${anyOf(chunk.flatMap(contains))}${business} ${end}`,
    toKeys: (row) => urlFields.map((field) => toDomain(normalize(row[field]))),
  }))
}

export function toNameStatements(
  { object, nameField, emailFields, order }: SearchSource,
  organizations: readonly OrganizationQuery[],
): SearchStatement[] {
  if (!nameField) return []
  const field = name(nameField)
  const searched = organizations.filter((query) => query.object === object).map((query) => normalize(query.name))
  const business = toBusinessCondition(object, emailFields)
  return packLists(distinct(searched)).map((list) => ({
    kind: 'name',
    object,
    soql: soql`SELECT Id,${field} FROM ${name(object)} WHERE ${field} IN ${list}${business} ORDER BY ${order}`,
    toKeys: (row) => [normalize(row[nameField])],
  }))
}

/** Accounts have addresses only in orgs with person accounts, which are no organizations. */
function toBusinessCondition(object: string, emailFields: readonly string[]): Soql {
  return object === 'Account' && emailFields.length > 0 ? soql` AND IsPersonAccount = ${false}` : soql``
}

export function toOrganizationDomain({ emailDomain, url, email }: OrganizationQuery): string | undefined {
  return toOwnDomain(emailDomain) ?? toOwnDomain(url) ?? organizationDomain(email)
}

/** Maximum length of an address or a name in Salesforce. */
const MAX_TEXT_LENGTH = 255

function distinct(texts: readonly (string | undefined)[]): string[] {
  return [...new Set(texts)].filter(
    (text) => text !== undefined && text !== '' && text.length <= MAX_TEXT_LENGTH,
  ) as string[]
}

/** Length of the texts in one statement in characters. Escaped, they stay below the statement's limit of 100,000. */
const MAX_LIST_LENGTH = 45_000

/** `copies`: how often the statement contains each list. */
function packLists(texts: readonly string[], copies = 1): string[][] {
  const maxLength = MAX_LIST_LENGTH / copies
  const lists: string[][] = []
  let length = maxLength
  for (const text of texts) {
    length += text.length + PUNCTUATION_LENGTH
    if (length > maxLength) {
      lists.push([])
      length = text.length + PUNCTUATION_LENGTH
    }
    lists.at(-1)?.push(text)
  }
  return lists
}

/** The length of two quotes and a comma. */
const PUNCTUATION_LENGTH = 3

/** Salesforce's comparisons are case-insensitive. */
export function normalize(text: unknown): string | undefined {
  return typeof text === 'string' ? text.trim().toLowerCase() : undefined
}
