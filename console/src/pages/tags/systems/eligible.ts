import type { RecordKindsQuery, ShownTagFragment } from '../../../documents.ts'
import { isCompany } from '../../../text/tags.ts'
import type { SourceApplication, SourceConnection } from '../page/use-sources.ts'

/** The accounts of the person with systems that have records, such as a CRM. */
export function systemsOf(
  applications: readonly SourceApplication[],
  connections: readonly SourceConnection[],
): SourceConnection[] {
  const withTables = applications.filter(({ sobjects }) => sobjects.table)
  return connections.filter(
    ({ status, provider, application }) =>
      status === 'active' && withTables.some(({ name, provider: owner }) => name === application && owner === provider),
  )
}

/** The accounts in which a tag has no record yet. */
export function systemsWithout(systems: readonly SourceConnection[], tag: ShownTagFragment): SourceConnection[] {
  return systems.filter(
    ({ provider, application }) =>
      !tag.externalIdLinks.some((link) => link.provider === provider && link.application === application),
  )
}

/** A kind of records that can be created in a system. */
export interface RecordKind {
  tableId: string
  label: string
  metadataType: string
}

/** What systems call their records of people and of companies, the most common name first. */
const PERSON_WORDS = [/contact|person|people|kontakt/i, /lead|customer/i]
const COMPANY_WORDS = [/account|company|organi[sz]ation|firma|kunde/i]

/**
 * The kinds of records that a connection can create, those that suit the tag first: what systems call people and companies
 * tells which they are.
 */
export function kindsFor(
  tag: ShownTagFragment,
  connectionId: string,
  { recordTypes, tables }: RecordKindsQuery,
): RecordKind[] {
  const own = new Set((tables ?? []).filter((table) => table.connectionId === connectionId).map(({ _id }) => _id))
  const kinds = (recordTypes ?? [])
    .filter(({ tableId, operations }) => own.has(tableId) && operations.create)
    .map(({ tableId, label, metadataType }) => ({ tableId, label, metadataType }))
  const words = tag.tagType === 'person' ? PERSON_WORDS : isCompany(tag) ? COMPANY_WORDS : []
  const rankOf = ({ metadataType, label }: RecordKind) => {
    const rank = words.findIndex((word) => word.test(`${metadataType} ${label}`))
    return rank < 0 ? words.length : rank
  }
  return kinds.sort((left, right) => rankOf(left) - rankOf(right))
}
