import { omitUndefined } from '../../../src/runtime/omit.ts'
import type { Org } from '../api/org.ts'
import { fetchRows, type Row } from '../api/pages.ts'
import { collectResults } from '../api/partial-results.ts'
import type { SearchSource } from './sources.ts'
import {
  type KeyKind,
  normalize,
  type OrganizationQuery,
  type PersonQuery,
  type SearchStatement,
  toAddressStatements,
  toDomainStatements,
  toNameStatements,
  toOrganizationDomain,
} from './statements.ts'

/** Identifies a record. */
export interface RecordRef {
  object: string
  id: string
  /** For the contact of a person account: the id of the account, which is the record that people see. */
  accountId?: string
}

/** The results of a search. For each query the best match comes first. */
export interface SearchResults {
  findPerson: (person: PersonQuery) => RecordRef[]
  findOrganization: (organization: OrganizationQuery) => RecordRef[]
  warnings: string[]
}

/**
 * Searches for many records with few API calls: people by address, organizations by the domain of their website, or
 * else by name. The queries name objects of `sources`.
 */
export async function searchRecords(
  org: Org,
  sources: readonly SearchSource[],
  people: readonly PersonQuery[],
  organizations: readonly OrganizationQuery[],
): Promise<SearchResults> {
  const statements = [
    ...sources.flatMap((source) => toAddressStatements(source, people)),
    ...sources.flatMap((source) => toDomainStatements(source, organizations)),
    ...sources.flatMap((source) => toNameStatements(source, organizations)),
  ]
  const { results, warnings } = await collectResults(
    statements,
    ({ object }) => object,
    async (statement) => ({ statement, rows: await fetchRows(org.client, statement.soql) }),
  )
  const index = Map.groupBy(
    results.flatMap(({ statement, rows }) => rows.flatMap((row) => toEntries(statement, row))),
    ({ key }) => key,
  )
  const lookUp = (kind: KeyKind, object: string, text: string | undefined): RecordRef[] =>
    text ? (index.get(`${kind} ${object} ${text}`) ?? []).map(({ ref }) => ref) : []
  return {
    findPerson: ({ email, objects }) => objects.flatMap((object) => lookUp('address', object, normalize(email))),
    findOrganization: (organization) => {
      const { object, name } = organization
      const matches = lookUp('domain', object, toOrganizationDomain(organization))
      return matches.length > 0 ? matches : lookUp('name', object, normalize(name))
    },
    warnings: [...results.flatMap(({ statement, rows }) => toTruncationWarnings(statement, rows)), ...warnings],
  }
}

/** Index entries of a row. A row whose website is not a URL has none. */
function toEntries({ kind, object, toKeys }: SearchStatement, row: Row): { key: string; ref: RecordRef }[] {
  const accountId = row.IsPersonAccount === true ? String(row.AccountId) : undefined
  const ref = { object, id: String(row.Id), ...omitUndefined({ accountId }) }
  return [...new Set(toKeys(row))].flatMap((text) => (text ? [{ key: `${kind} ${object} ${text}`, ref }] : []))
}

function toTruncationWarnings({ object, limit }: SearchStatement, rows: readonly Row[]): string[] {
  if (limit === undefined || rows.length < limit) return []
  return [`${object}: too many websites match the requested domains; only the ${limit} newest records were searched.`]
}

/** The record that people see: the account of a person account's contact. */
export function toVisibleRecord({ object, id, accountId }: RecordRef): RecordRef {
  return accountId ? { object: 'Account', id: accountId } : { object, id }
}
