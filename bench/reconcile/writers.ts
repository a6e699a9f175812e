import type { SyncStore } from '../../platform/model/sync-store.ts'
import type { Database } from '../../platform/storage/postgres/database.ts'
import type { Email } from '../../src/contract/index.ts'
import { insertEveryRow, updateEveryRow } from './every-row.ts'
import { comparePlain, createPlainPage, insertPlain, type PlainPage, updatePlain } from './plain.ts'
import type { BenchTenant } from './tenants.ts'

export type Phase = 'first time' | 'unchanged' | '10 % changed'

/** Who saves the pages. `bare SQL` writes blocks and links only, `every row` all rows of a saved page. */
export const WRITERS = ['store', 'bare SQL', 'every row'] as const
export type Writer = (typeof WRITERS)[number]

export interface Page {
  tenant: BenchTenant
  items: Email[]
  /** The number of items that differ from the stored ones. */
  different: number
  whole: PlainPage
  changed: PlainPage
}

/** Prepares the rows that plain SQL writes; the store does all of its work itself. */
export function createPages(writer: Writer, phase: Phase, tenant: BenchTenant, pages: readonly Email[][]): Page[] {
  const prepare = (items: readonly Email[]) => createPlainPage(tenant, writer === 'store' ? [] : items)
  return pages.map((items) => {
    const changed = phase === '10 % changed' ? items.filter((_, index) => index % 10 === 0) : []
    return { tenant, items, different: changed.length, whole: prepare(items), changed: prepare(changed) }
  })
}

export interface Saving {
  db: Database
  store: SyncStore
  phase: Phase
  now: number
}

export async function save(writer: Writer, saving: Saving, pages: readonly Page[]): Promise<void> {
  const savePage = { store: saveWithStore, 'bare SQL': savePlain, 'every row': saveEveryRow }[writer]
  for (const page of pages) {
    const different = await savePage(saving, page)
    if (different !== page.different) throw new Error(`${different} items differ instead of ${page.different}`)
  }
}

async function saveWithStore({ store, now }: Saving, { tenant, items }: Page): Promise<number> {
  const page = { sync: 'email', items } as const
  const commit = { page, invalid: 0, skipped: 0, warnings: [], checkpoint: { cursor: `${now}` } }
  return (await store.commitPage(tenant.fence, commit, now)).updated
}

async function savePlain({ db, phase }: Saving, { whole, changed }: Page): Promise<number> {
  if (phase === 'first time') {
    await insertPlain(db, whole)
    return 0
  }
  const different = await comparePlain(db, whole)
  if (changed.items > 0) await updatePlain(db, changed)
  return different
}

async function saveEveryRow({ db, phase, now }: Saving, { tenant: { fence }, whole, changed }: Page): Promise<number> {
  const page = { fence, whole, changed, now }
  if (phase !== 'first time') return updateEveryRow(db, page)
  await insertEveryRow(db, page)
  return 0
}
