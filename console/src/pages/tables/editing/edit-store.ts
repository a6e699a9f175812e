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

const stores = new WeakMap<object, Map<string, EditStore>>()

/** The store of a table for the person of a session. */
export function editStoreOf(session: object, tableId: string): EditStore {
  const ofSession = stores.get(session) ?? new Map<string, EditStore>()
  stores.set(session, ofSession)
  const store = ofSession.get(tableId) ?? new EditStore()
  ofSession.set(tableId, store)
  return store
}
