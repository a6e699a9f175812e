import type { Org } from '../api/org.ts'
import { type Row, readRows } from '../api/pages.ts'
import { readParts } from '../api/partial-results.ts'
import {
  byAddress,
  byDomain,
  byName,
  domainOf,
  fold,
  type Kind,
  type OrganizationQuestion,
  type Part,
  type PersonQuestion,
} from './statements.ts'

/** A record that was found. */
export interface Found {
  object: string
  id: string
}

/** The answers to many questions, found with few calls; the best comes first. */
export interface Search {
  findPerson: (question: PersonQuestion) => Found[]
  findOrganization: (question: OrganizationQuestion) => Found[]
  warnings: string[]
}

/** Looks for all of them at once: people by address, organizations by the domain of their website, else by name. */
export async function search(
  org: Org,
  people: readonly PersonQuestion[],
  organizations: readonly OrganizationQuestion[],
): Promise<Search> {
  const parts = [...byAddress(people), ...byDomain(organizations), ...byName(organizations)]
  const { results, warnings } = await readParts(
    parts,
    ({ object }) => object,
    async (part) => ({ part, rows: await readRows(org.client, part.statement) }),
  )
  const index = Map.groupBy(
    results.flatMap(({ part, rows }) => rows.flatMap((row) => toEntry(part, row))),
    ({ key }) => key,
  )
  const look = (kind: Kind, text: string | undefined): Found[] => (text ? (index.get(`${kind} ${text}`) ?? []) : [])
  return {
    findPerson: ({ email, objects }) => {
      const found = look('address', fold(email))
      return objects.flatMap((object) => found.filter((one) => one.object === object))
    },
    findOrganization: (question) => {
      const found = look('domain', domainOf(question))
      return found.length > 0 ? found : look('name', fold(question.name))
    },
    warnings: [...results.flatMap(({ part, rows }) => cutShort(part, rows)), ...warnings],
  }
}

/** A row whose website is no address is known by nothing. */
function toEntry({ kind, object, keyOf }: Part, row: Row): (Found & { key: string })[] {
  const text = keyOf(row)
  return text ? [{ key: `${kind} ${text}`, object, id: String(row.Id) }] : []
}

function cutShort({ object, limit }: Part, rows: readonly Row[]): string[] {
  if (limit === undefined || rows.length < limit) return []
  return [`${object}: so many websites look like the domains asked for that only the ${limit} newest were looked at.`]
}
