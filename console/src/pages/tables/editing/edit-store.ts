import { type Edits, unwritten } from './edits.ts'

/** What was entered into the cells of a table. It outlives the page, so that nothing is lost by looking elsewhere. */
export class EditStore {
  #edits: Edits = new Map()
  readonly #listeners = new Set<() => void>()

  get edits(): Edits {
    return this.#edits
  }

  update(change: (edits: Edits) => Edits): void {
    this.#edits = change(this.#edits)
    for (const listener of this.#listeners) listener()
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Whether something was entered that the vendor does not have. */
  get hasUnwritten(): boolean {
    return [...this.#edits.values()].some(({ recordId }) => unwritten(this.#edits, recordId).length > 0)
  }
}

let owner: object | undefined
const stores = new Map<string, EditStore>()

/**
 * The store of a table. `queries`: what is loaded for a person, which remains when they sign in again. The stores of another person
 * are dropped.
 */
export function editStoreOf(queries: object, tableId: string): EditStore {
  if (queries !== owner) stores.clear()
  owner = queries
  const store = stores.get(tableId) ?? new EditStore()
  stores.set(tableId, store)
  return store
}

/** Whether something was entered into any table that the vendor does not have. */
export function hasUnwrittenEdits(): boolean {
  return [...stores.values()].some(({ hasUnwritten }) => hasUnwritten)
}
