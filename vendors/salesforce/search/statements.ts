import { toChunks } from '../api/chunks.ts'
import type { Row } from '../api/pages.ts'
import { anyOf, like, name, number, type Soql, soql } from '../soql/statement.ts'
import { domainOfEmail, toDomain } from './domains.ts'

/** A person, and the names of the objects that may answer. */
export interface PersonQuestion {
  email?: string | undefined
  objects: readonly string[]
}

/** What is known of an organization; the surest comes first. */
export interface OrganizationQuestion {
  emailDomain?: string | undefined
  url?: string | undefined
  email?: string | undefined
  name?: string | undefined
}

/** What a statement looks records up by. */
export type Kind = 'address' | 'domain' | 'name'

/** A statement, and how its rows answer. */
export interface Part {
  kind: Kind
  object: string
  statement: Soql
  /** Rows at most, where the statement has such a limit. */
  limit?: number
  keyOf: (row: Row) => string | undefined
}

/** The objects that stand for people, in the order in which a match counts. */
export const PEOPLE = ['Contact', 'Lead', 'User'] as const

/** A lead that was converted is a contact now, and a user who left is nobody to write to. */
const CONDITIONS: Readonly<Record<string, Soql>> = {
  Lead: soql` AND IsConverted = ${false}`,
  User: soql` AND IsActive = ${true}`,
}

const NEWEST_FIRST = soql`ORDER BY LastModifiedDate DESC, Id`

export function byAddress(people: readonly PersonQuestion[]): Part[] {
  return PEOPLE.flatMap((object) => {
    const asked = people.filter(({ objects }) => objects.includes(object)).map(({ email }) => fold(email))
    const condition = CONDITIONS[object] ?? soql``
    return packed(distinct(asked)).map((list) => ({
      kind: 'address' as const,
      object,
      statement: soql`SELECT Id,Email FROM ${name(object)} WHERE Email IN ${list}${condition} ${NEWEST_FIRST}`,
      keyOf: (row) => fold(row.Email),
    }))
  })
}

/** Domains in one statement: each is a pattern that Salesforce has to look for in every account. */
const MOST_DOMAINS = 100
/** Accounts read for one list of domains: a short domain is part of many others' addresses. */
const MOST_ACCOUNTS = 2_000
const FIRST_ACCOUNTS = soql`${NEWEST_FIRST} LIMIT ${number(MOST_ACCOUNTS)}`

/** Websites are free text, so they are looked through at Salesforce and compared by their domain here. */
export function byDomain(organizations: readonly OrganizationQuestion[]): Part[] {
  const contains = (domain: string) => soql`Website LIKE ${like(domain, { before: true, after: true })}`
  return toChunks(distinct(organizations.map(domainOf)), MOST_DOMAINS).map((domains) => ({
    kind: 'domain',
    object: 'Account',
    limit: MOST_ACCOUNTS,
    statement: soql`SELECT Id,Website FROM Account WHERE ${anyOf(domains.map(contains))} ${FIRST_ACCOUNTS}`,
    keyOf: (row) => toDomain(fold(row.Website)),
  }))
}

export function byName(organizations: readonly OrganizationQuestion[]): Part[] {
  return packed(distinct(organizations.map((question) => fold(question.name)))).map((list) => ({
    kind: 'name',
    object: 'Account',
    statement: soql`SELECT Id,Name FROM Account WHERE Name IN ${list} ${NEWEST_FIRST}`,
    keyOf: (row) => fold(row.Name),
  }))
}

export function domainOf({ emailDomain, url, email }: OrganizationQuestion): string | undefined {
  return toDomain(emailDomain) ?? toDomain(url) ?? domainOfEmail(email)
}

/** No address and no name that Salesforce holds is longer. */
const LONGEST_TEXT = 255

function distinct(texts: readonly (string | undefined)[]): string[] {
  return [...new Set(texts)].filter(
    (text) => text !== undefined && text !== '' && text.length <= LONGEST_TEXT,
  ) as string[]
}

/** Characters of the texts in one statement: escaped, they stay below the 100,000 that it may have. */
const LONGEST_LIST = 45_000

function packed(texts: readonly string[]): string[][] {
  const lists: string[][] = []
  let length = LONGEST_LIST
  for (const text of texts) {
    length += text.length + PUNCTUATION
    if (length > LONGEST_LIST) {
      lists.push([])
      length = text.length + PUNCTUATION
    }
    lists.at(-1)?.push(text)
  }
  return lists
}

/** Two quotes and a comma. */
const PUNCTUATION = 3

/** Salesforce compares without regard to case. */
export function fold(text: unknown): string | undefined {
  return typeof text === 'string' ? text.trim().toLowerCase() : undefined
}
