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

/** A record that was found. */
export interface RecordRef {
  object: string
  id: string
}

/** The answers to many questions, found with few calls; the best comes first. */
export interface SearchResults {
  findPerson: (question: PersonQuery) => RecordRef[]
  findOrganization: (question: OrganizationQuery) => RecordRef[]
  warnings: string[]
}

/** Looks for all of them at once: people by address, organizations by the domain of their website, else by name. */
export async function searchRecords(
  org: Org,
  people: readonly PersonQuery[],
  organizations: readonly OrganizationQuery[],
): Promise<SearchResults> {
  const parts = [
    ...toAddressStatements(people),
    ...toDomainStatements(organizations),
    ...toNameStatements(organizations),
  ]
  const { results, warnings } = await collectResults(
    parts,
    ({ object }) => object,
    async (part) => ({ part, rows: await fetchRows(org.client, part.statement) }),
  )
  const index = Map.groupBy(
    results.flatMap(({ part, rows }) => rows.flatMap((row) => toEntries(part, row))),
    ({ key }) => key,
  )
  const look = (kind: KeyKind, text: string | undefined): RecordRef[] =>
    text ? (index.get(`${kind} ${text}`) ?? []) : []
  return {
    findPerson: ({ email, objects }) => {
      const found = look('address', normalize(email))
      return objects.flatMap((object) => found.filter((one) => one.object === object))
    },
    findOrganization: (question) => {
      const found = look('domain', toOrganizationDomain(question))
      return found.length > 0 ? found : look('name', normalize(question.name))
    },
    warnings: [...results.flatMap(({ part, rows }) => toTruncationWarnings(part, rows)), ...warnings],
  }
}

/** A row whose website is no address is known by nothing. */
function toEntries({ kind, object, keyOf }: SearchStatement, row: Row): (RecordRef & { key: string })[] {
  const text = keyOf(row)
  return text ? [{ key: `${kind} ${text}`, object, id: String(row.Id) }] : []
}

function toTruncationWarnings({ object, limit }: SearchStatement, rows: readonly Row[]): string[] {
  if (limit === undefined || rows.length < limit) return []
  return [`${object}: so many websites look like the domains asked for that only the ${limit} newest were looked at.`]
}
