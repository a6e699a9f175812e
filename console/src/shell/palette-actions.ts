import type { TablerIcon } from '@tabler/icons-react'
import { useEffect, useState, useSyncExternalStore } from 'react'

/** Something that can be done on the current page, listed by the command palette. */
export interface PaletteAction {
  /** Unique on its page. */
  id: string
  /** Starts with a verb, such as “Share this note”. */
  label: string
  description?: string
  icon?: TablerIcon
  /** Other words by which it is found. */
  keywords?: readonly string[]
  run: () => unknown
}

/** The actions that pages have registered, in the order in which the pages were opened. */
export class PaletteActions {
  readonly #registered = new Map<symbol, readonly PaletteAction[]>()
  readonly #listeners = new Set<() => void>()
  #all: readonly PaletteAction[] = []

  /** Always the same array until an action is added, removed or shown otherwise. */
  get all(): readonly PaletteAction[] {
    return this.#all
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  set(owner: symbol, actions: readonly PaletteAction[]): void {
    const previous = this.#registered.get(owner) ?? []
    this.#registered.set(owner, actions)
    if (!looksAlike(previous, actions)) this.#changed()
  }

  remove(owner: symbol): void {
    if (this.#registered.delete(owner)) this.#changed()
  }

  /** Does what the action does now, which may differ from what it did when it was listed. */
  run(id: string): unknown {
    const current = [...this.#registered.values()].flat().find((action) => action.id === id)
    return current?.run()
  }

  #changed(): void {
    this.#all = [...this.#registered.values()].flat()
    for (const listener of this.#listeners) listener()
  }
}

/** Pages create their actions anew with each rendering; only what is shown decides whether they have changed. */
function looksAlike(left: readonly PaletteAction[], right: readonly PaletteAction[]): boolean {
  return left.length === right.length && left.every((action, index) => toKey(action) === toKey(right[index]))
}

function toKey(action: PaletteAction | undefined): string {
  return JSON.stringify([action?.id, action?.label, action?.description, action?.keywords])
}

/** Those of this window. */
export const paletteActions = new PaletteActions()

/** Lists actions in the command palette for as long as the component is shown. They may be new objects each time. */
export function usePaletteActions(actions: readonly PaletteAction[]): void {
  const [owner] = useState(() => Symbol('palette actions'))
  useEffect(() => paletteActions.set(owner, actions))
  useEffect(() => () => paletteActions.remove(owner), [owner])
}

/** The actions of the current page. */
export function useRegisteredActions(): readonly PaletteAction[] {
  return useSyncExternalStore(
    (listener) => paletteActions.subscribe(listener),
    () => paletteActions.all,
  )
}
