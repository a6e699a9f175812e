import { toChunks } from '../api/chunks.ts'
import type { Row } from '../api/pages.ts'
import { anyOf, like, name, number, type Soql, soql } from '../soql/statement.ts'
import { organizationDomain, toDomain } from './domains.ts'

/** A person, and the names of the objects that may answer. */
export interface PersonQuery {
  email?: string | undefined
  objects: readonly string[]
}

/** What is known of an organization; the surest comes first. */
export interface OrganizationQuery {
  emailDomain?: string | undefined
  url?: string | undefined
  email?: string | undefined
  name?: string | undefined
}

/** What a statement looks records up by. */
export type KeyKind = 'address' | 'domain' | 'name'

/** A statement, and how its rows answer. */
export interface SearchStatement {
  kind: KeyKind
  object: string
  statement: Soql
  /** Rows at most, where the statement has such a limit. */
  limit?: number
  keyOf: (row: Row) => string | undefined
}

/** The objects that stand for people, in the order in which a match counts. */
export const PERSON_OBJECTS = ['Contact', 'Lead', 'User'] as const

/** A lead that was converted is a contact now, and a user who left is nobody to write to. */
const CONDITIONS: Readonly<Record<string, Soql>> = {
  Lead: soql` AND IsConverted = ${false}`,
  User: soql` AND IsActive = ${true}`,
}

const NEWEST_FIRST = soql`ORDER BY LastModifiedDate DESC, Id`

export function toAddressStatements(people: readonly PersonQuery[]): SearchStatement[] {
  return PERSON_OBJECTS.flatMap((object) => {
    const asked = people.filter(({ objects }) => objects.includes(object)).map(({ email }) => normalize(email))
    const condition = CONDITIONS[object] ?? soql``
    return packLists(distinct(asked)).map((list) => ({
      kind: 'address' as const,
      object,
      statement: soql`SELECT Id,Email FROM ${name(object)} WHERE Email IN ${list}${condition} ${NEWEST_FIRST}`,
      keyOf: (row) => normalize(row.Email),
    }))
  })
}

/** Domains in one statement: each is a pattern that Salesforce has to look for in every account. */
const MAX_DOMAINS = 100
/** Accounts read for one list of domains: a short domain is part of many others' addresses. */
const MAX_ACCOUNTS = 2_000
const NEWEST_ACCOUNTS = soql`${NEWEST_FIRST} LIMIT ${number(MAX_ACCOUNTS)}`

/** Websites are free text, so they are looked through at Salesforce and compared by their domain here. */
export function toDomainStatements(organizations: readonly OrganizationQuery[]): SearchStatement[] {
  const contains = (domain: string) => soql`Website LIKE ${like(domain, { before: true, after: true })}`
  return toChunks(distinct(organizations.map(toOrganizationDomain)), MAX_DOMAINS).map((domains) => ({
    kind: 'domain',
    object: 'Account',
    limit: MAX_ACCOUNTS,
    statement: soql`SELECT Id,Website FROM Account WHERE ${anyOf(domains.map(contains))} ${NEWEST_ACCOUNTS}`,
    keyOf: (row) => toDomain(normalize(row.Website)),
  }))
}

export function toNameStatements(organizations: readonly OrganizationQuery[]): SearchStatement[] {
  return packLists(distinct(organizations.map((question) => normalize(question.name)))).map((list) => ({
    kind: 'name',
    object: 'Account',
    statement: soql`SELECT Id,Name FROM Account WHERE Name IN ${list} ${NEWEST_FIRST}`,
    keyOf: (row) => normalize(row.Name),
  }))
}

export function toOrganizationDomain({ emailDomain, url, email }: OrganizationQuery): string | undefined {
  return toDomain(emailDomain) ?? toDomain(url) ?? organizationDomain(email)
}

/** No address and no name that Salesforce holds is longer. */
const MAX_TEXT_LENGTH = 255

function distinct(texts: readonly (string | undefined)[]): string[] {
  return [...new Set(texts)].filter(
    (text) => text !== undefined && text !== '' && text.length <= MAX_TEXT_LENGTH,
  ) as string[]
}

/** Characters of the texts in one statement: escaped, they stay below the 100,000 that it may have. */
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

/** Two quotes and a comma. */
const PUNCTUATION_LENGTH = 3

/** Salesforce compares without regard to case. */
export function normalize(text: unknown): string | undefined {
  return typeof text === 'string' ? text.trim().toLowerCase() : undefined
}
