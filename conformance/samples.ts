import type { FieldValue, FunctionValue, SearchCriterion, TagReference } from '../src/contract/index.ts'

/**
 * What the provider's vendor has, for rules that cannot know it: everything named here exists at the vendor. A member that is
 * `null` says that the application has no such handler, so that its route has to be refused.
 */
export interface Samples {
  /** A window with items (epoch ms). Without it, the 30 days around now are read, and no item need be there. */
  window?: { dateStart: number; dateEnd: number }
  /** Email address of a person whom the application can look up. */
  person?: string
  /** A table that the vendor has. */
  table?: { metadataType: string; label?: string }
  /** Tags that rows of insight belong to. */
  insight?: { tagType: string; tags: { externalId: string }[] } | null
  /** A record to create, and what to change about it afterwards. */
  records?: { metadataType: string; created: FieldValue[]; changed: FieldValue[] } | null
  /** What a new note is attached to. */
  notes?: { tags: { externalId: string; tagType: string }[] } | null
  /** Two tags or more, of different records. */
  tags?: TagReference[] | null
  /** The address of a record or document in the vendor's user interface. */
  link?: { url: string } | null
  function?: { functionName: string; configuration: Record<string, unknown>; values: FunctionValue[] } | null
  /** Two records or more have this type and match no criteria; none matches `none`. */
  query?: { metadataType: string; returnFields: string[]; none: SearchCriterion[] } | null
}

export type SampleName = keyof Samples
