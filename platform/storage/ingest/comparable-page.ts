import type { Email } from '../../../src/contract/index.ts'
import type { StoredBlock, StoredBlocks } from './blocks.ts'
import { canonicalize, canonicalizeText, hashContent } from './canonical-form.ts'
import type { MappedPage } from './mapping/new-block.ts'
import { type BlockCommit, toBlocks, toMailBlocks } from './mapping/to-blocks.ts'
import type { PageSource } from './page-context.ts'
import type { KeyedItem } from './reconcile.ts'

/** A page of items that become blocks, as it is compared with the stored blocks before anything is written. */
export interface ComparablePage {
  /** The keys and hashes of the items, each key once. */
  items: readonly KeyedItem[]
  /** What the page counts and warns of if all items are unchanged. */
  ifUnchanged: Omit<MappedPage, 'blocks'>
  /** What to save if the items with the keys of `changed` are not. */
  toBlocks: (source: PageSource, changed: ChangedItems) => ChangedPage
}

/** The stored blocks of the items that have changed, by key. Undefined: a new item. */
export type ChangedItems = ReadonlyMap<string, StoredBlock | undefined>

/** A page to save. */
export interface ChangedPage extends MappedPage {
  /** The stored blocks of its items. Absent: not known. */
  stored?: StoredBlocks
}

/** `timeZone` is the tenant's: see MappingContext. */
export function toComparablePage(commit: BlockCommit, timeZone: string): ComparablePage {
  const { page } = commit
  return page.sync === 'email' ? toComparableMail(commit, page.items) : toComparableBlocks(commit, timeZone)
}

/** Mail is mapped to blocks only where it has changed, because most mail of most pages has not. */
function toComparableMail(commit: BlockCommit, emails: readonly Email[]): ComparablePage {
  const emailsByKey = new Map(emails.map((email) => [canonicalizeText(email.externalId), email]))
  const items = Array.from(emailsByKey, ([key, email]) => ({ key, kind: 'email', ...hashContent(email), email }))
  const skipped = commit.skipped + emails.length - items.length
  return {
    items,
    ifUnchanged: { unchanged: items.length, skipped, failed: commit.invalid, warnings: commit.warnings },
    toBlocks: ({ accountEmail }, changed) => {
      const mails = items.flatMap(({ key, email, hash, hasCanonicalTexts }) =>
        changed.has(key) ? [{ email: hasCanonicalTexts ? email : canonicalize(email), hash }] : [],
      )
      const page = toMailBlocks({ ...commit, skipped }, mails, { accountEmail, timeZone: 'UTC' })
      const stored = new Map([...changed].flatMap(([key, block]) => (block ? [[key, block]] : [])))
      return { ...page, stored, unchanged: items.length - changed.size }
    },
  }
}

/** The blocks of a page depend on each other: all are needed to save one. */
function toComparableBlocks(commit: BlockCommit, timeZone: string): ComparablePage {
  const mapped = toBlocks(commit, { accountEmail: '', timeZone })
  const items = [...new Map(mapped.blocks.map((block) => [block.key, block])).values()]
  const skipped = mapped.skipped + mapped.blocks.length - items.length
  return { items, ifUnchanged: { ...mapped, unchanged: items.length, skipped }, toBlocks: () => mapped }
}
