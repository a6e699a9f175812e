import { toChunks } from '../api/chunks.ts'
import type { Row } from '../api/pages.ts'
import { anyOf, like, name, number, type Soql, soql } from '../soql/statement.ts'
import { organizationDomain, toDomain } from './domains.ts'

/** A person to find, and the names of the objects to search. */
export interface PersonQuery {
  email?: string | undefined
  objects: readonly string[]
}

/** The known properties of an organization, the most reliable first. */
export interface OrganizationQuery {
  emailDomain?: string | undefined
  url?: string | undefined
  email?: string | undefined
  name?: string | undefined
}

/** The property by which a statement finds records. */
export type KeyKind = 'address' | 'domain' | 'name'

/** A search statement and the key of its rows. */
export interface SearchStatement {
  kind: KeyKind
  object: string
  soql: Soql
  /** Maximum number of rows, if the statement has a limit. */
  limit?: number
  toKey: (row: Row) => string | undefined
}

/** The objects that represent people, in order of precedence. */
export const PERSON_OBJECTS = ['Contact', 'Lead', 'User'] as const

/** Excludes converted leads, which have become contacts, and inactive users. */
const CONDITIONS: Readonly<Record<string, Soql>> = {
  Lead: soql` AND IsConverted = ${false}`,
  User: soql` AND IsActive = ${true}`,
}

const NEWEST_FIRST = soql`ORDER BY LastModifiedDate DESC, Id`

export function toAddressStatements(people: readonly PersonQuery[]): SearchStatement[] {
  return PERSON_OBJECTS.flatMap((object) => {
    const addresses = people.filter(({ objects }) => objects.includes(object)).map(({ email }) => normalize(email))
    const condition = CONDITIONS[object] ?? soql``
    return packLists(distinct(addresses)).map((list) => ({
      kind: 'address' as const,
      object,
      soql: soql`SELECT Id,Email FROM ${name(object)} WHERE Email IN ${list}${condition} ${NEWEST_FIRST}`,
      toKey: (row) => normalize(row.Email),
    }))
  })
}

/** Domains in one statement. Salesforce matches each pattern against every account. */
const MAX_DOMAINS = 100
/** Accounts read for one list of domains, as a short domain is part of many other websites. */
const MAX_ACCOUNTS = 2_000
const NEWEST_ACCOUNTS = soql`${NEWEST_FIRST} LIMIT ${number(MAX_ACCOUNTS)}`

/** Websites are free text, so Salesforce filters them by a pattern and the rows are compared by their domain here. */
export function toDomainStatements(organizations: readonly OrganizationQuery[]): SearchStatement[] {
  const contains = (domain: string) => soql`Website LIKE ${like(domain, { before: true, after: true })}`
  return toChunks(distinct(organizations.map(toOrganizationDomain)), MAX_DOMAINS).map((domains) => ({
    kind: 'domain',
    object: 'Account',
    limit: MAX_ACCOUNTS,
    soql: soql`SELECT Id,Website FROM Account WHERE ${anyOf(domains.map(contains))} ${NEWEST_ACCOUNTS}`,
    toKey: (row) => toDomain(normalize(row.Website)),
  }))
}

export function toNameStatements(organizations: readonly OrganizationQuery[]): SearchStatement[] {
  return packLists(distinct(organizations.map((organization) => normalize(organization.name)))).map((list) => ({
    kind: 'name',
    object: 'Account',
    soql: soql`SELECT Id,Name FROM Account WHERE Name IN ${list} ${NEWEST_FIRST}`,
    toKey: (row) => normalize(row.Name),
  }))
}

export function toOrganizationDomain({ emailDomain, url, email }: OrganizationQuery): string | undefined {
  return toDomain(emailDomain) ?? toDomain(url) ?? organizationDomain(email)
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

function packLists(texts: readonly string[]): string[][] {
  const lists: string[][] = []
  let length = MAX_LIST_LENGTH
  for (const text of texts) {
    length += text.length + PUNCTUATION_LENGTH
    if (length > MAX_LIST_LENGTH) {
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
