import type { Org } from '../api/org.ts'
import { fetchRows, type Row } from '../api/pages.ts'
import { collectResults } from '../api/partial-results.ts'
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
}

/** The results of a search. For each query the best match comes first. */
export interface SearchResults {
  findPerson: (person: PersonQuery) => RecordRef[]
  findOrganization: (organization: OrganizationQuery) => RecordRef[]
  warnings: string[]
}

/**
 * Searches for many records with few API calls: people by address, organizations by the domain of their website, or
 * else by name.
 */
export async function searchRecords(
  org: Org,
  people: readonly PersonQuery[],
  organizations: readonly OrganizationQuery[],
): Promise<SearchResults> {
  const statements = [
    ...toAddressStatements(people),
    ...toDomainStatements(organizations),
    ...toNameStatements(organizations),
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
  const lookUp = (kind: KeyKind, text: string | undefined): RecordRef[] =>
    text ? (index.get(`${kind} ${text}`) ?? []) : []
  return {
    findPerson: ({ email, objects }) => {
      const matches = lookUp('address', normalize(email))
      return objects.flatMap((object) => matches.filter((match) => match.object === object))
    },
    findOrganization: (organization) => {
      const matches = lookUp('domain', toOrganizationDomain(organization))
      return matches.length > 0 ? matches : lookUp('name', normalize(organization.name))
    },
    warnings: [...results.flatMap(({ statement, rows }) => toTruncationWarnings(statement, rows)), ...warnings],
  }
}

/** Index entries of a row. A row whose website is not a URL has none. */
function toEntries({ kind, object, toKey }: SearchStatement, row: Row): (RecordRef & { key: string })[] {
  const text = toKey(row)
  return text ? [{ key: `${kind} ${text}`, object, id: String(row.Id) }] : []
}

function toTruncationWarnings({ object, limit }: SearchStatement, rows: readonly Row[]): string[] {
  if (limit === undefined || rows.length < limit) return []
  return [`${object}: too many websites match the requested domains; only the ${limit} newest records were searched.`]
}
