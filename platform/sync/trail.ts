import type { RawPage } from './answers.ts'

export interface TrailRules {
  /** Empty pages in a row after which a provider is not believed that there is more. */
  mostEmptyPages: number
}

/** Where a run has been: the cursors it was given, and how many pages in a row held nothing. */
export interface Trail {
  /** Of the page that is asked for next; absent: the first one. */
  cursor?: string
  seen: ReadonlySet<string>
  emptyPages: number
}

export function trailFrom(cursor: string | undefined): Trail {
  return {
    ...(cursor === undefined ? {} : { cursor }),
    seen: new Set(cursor === undefined ? [] : [cursor]),
    emptyPages: 0,
  }
}

/** How it goes on after a page: with the next one, or not. The pages of some ways to end carry a warning. */
export type Step = { next: Trail } | { next?: undefined; warning?: string }

export function follow(trail: Trail, { hasMore, cursor, items }: RawPage, { mostEmptyPages }: TrailRules): Step {
  // More, but no way to it: silent by the specification ("Pagination loop").
  if (!hasMore || cursor === undefined || cursor === trail.cursor) return {}
  if (trail.seen.has(cursor)) return { warning: 'the provider led in a circle of pages; the run ended there' }
  const emptyPages = items.length === 0 ? trail.emptyPages + 1 : 0
  if (emptyPages >= mostEmptyPages) {
    return { warning: `${emptyPages} pages in a row were empty although more was promised; the run ended there` }
  }
  return { next: { cursor, seen: new Set(trail.seen).add(cursor), emptyPages } }
}
