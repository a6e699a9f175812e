/** A search that was made, by the query of its address. */
export interface RecentSearch {
  query: string
  label: string
}

const MAX_SEARCHES = 8

/** The searches of this window, the last one first. They are forgotten when the window is loaded again. */
export class RecentSearches {
  #searches: readonly RecentSearch[] = []
  #owner: string | undefined

  /** Those of a person, identified by anything that is theirs alone. */
  of(owner: string | undefined): readonly RecentSearch[] {
    return owner === this.#owner ? this.#searches : []
  }

  /** Remembers a search; words that go on from the last search's replace it. */
  remember(owner: string | undefined, search: RecentSearch): void {
    if (search.label === '') return
    const others = this.of(owner).filter(
      ({ query, label }, index) => query !== search.query && !(index === 0 && search.label.startsWith(label)),
    )
    this.#owner = owner
    this.#searches = [search, ...others].slice(0, MAX_SEARCHES)
  }
}

/** Those of this window. */
export const recentSearches = new RecentSearches()
