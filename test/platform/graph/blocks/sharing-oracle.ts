/** What sharing should do, in memory: one block, the people who may have to do with it, and what each of them sees. */

export interface Link {
  shared: boolean
  level: number
  /** Made by the system, and so kept as an organizing link when somebody else stops sharing. */
  bySystem: boolean
}

/** Somebody, or a topic that belongs to one of them. */
export type Key = string

export interface ShareRequest {
  key: Key
  shared: boolean
  level: number
}

const NONE = -1
const OWNER = 2

export class Oracle {
  readonly owner: Key
  archived = false
  /** What people may do, where they may anything. */
  access = new Map<Key, number>()
  /** What each tenant has linked. */
  views: Map<Key, Map<Key, Link>>
  readonly #people: readonly Key[]
  readonly #signedIn: readonly Key[]

  constructor(home: Key, signedIn: readonly Key[], invited: readonly Key[]) {
    this.owner = home
    this.#signedIn = signedIn
    this.#people = [...signedIn, ...invited]
    this.access.set(home, OWNER)
    this.views = new Map(signedIn.map((person) => [person, new Map()]))
    this.#viewOf(home).set(home, { shared: true, level: OWNER, bySystem: true })
  }

  add(actor: Key, wish: ShareRequest): string | undefined {
    return this.#change(actor, [wish], [], 'CONFLICT')
  }

  remove(actor: Key, key: Key): string | undefined {
    const isLinked = this.access.has(actor) && this.#viewOf(actor).has(key)
    return this.#change(actor, [], isLinked ? [key] : [], 'CONFLICT')
  }

  replace(actor: Key, wishes: readonly ShareRequest[]): string | undefined {
    const kept = new Set(wishes.map(({ key }) => key))
    const ending = [...this.#viewOf(actor).keys()].filter((key) => !kept.has(key))
    return this.#change(actor, wishes, ending, 'BAD_USER_INPUT')
  }

  upsert(actor: Key, wishes: readonly ShareRequest[]): string | undefined {
    const level = this.access.get(actor)
    if (level === undefined) return 'NOT_FOUND'
    if (level < 1) return 'FORBIDDEN'
    const kept = wishes.map((wish) => (wish.key === actor ? { ...wish, shared: true, level } : wish))
    return this.#change(actor, kept, [], 'CONFLICT')
  }

  archive(actor: Key, archived: boolean): string | undefined {
    const level = this.access.get(actor)
    if (level === undefined) return 'NOT_FOUND'
    if (level < 1) return 'FORBIDDEN'
    this.archived = archived
    return undefined
  }

  /** What a tenant is shown: its links, if it sees the block at all. */
  shownTo(tenant: Key): Record<Key, { shared: boolean; level: number }> | undefined {
    if (!this.access.has(tenant)) return undefined
    return Object.fromEntries([...this.#viewOf(tenant)].map(([key, { shared, level }]) => [key, { shared, level }]))
  }

  #viewOf(tenant: Key): Map<Key, Link> {
    return this.views.get(tenant) as Map<Key, Link>
  }

  #change(
    actor: Key,
    wishes: readonly ShareRequest[],
    ending: readonly Key[],
    withoutOwner: string,
  ): string | undefined {
    const level = this.access.get(actor)
    if (level === undefined) return 'NOT_FOUND'
    const steps = [...wishes, ...ending.map((key) => ({ key, shared: false, level: NONE }))].map((step) => ({
      ...step,
      known: this.#levelBefore(actor, step),
      wanted: step.shared ? step.level : NONE,
      isCommon: this.#isCommon(actor, step),
    }))
    for (const { key, known, wanted } of steps) {
      if (known === wanted || (key === actor && wanted < known)) continue
      if (level < 1 || wanted > level || known > level) return 'FORBIDDEN'
    }
    const before = [new Map(this.access), new Map([...this.views].map(([who, view]) => [who, new Map(view)]))] as const
    for (const step of steps) this.#take(actor, step)
    const takesOwner = steps.some(({ known, wanted }) => known === OWNER && wanted < OWNER)
    if (takesOwner && !this.#signedIn.some((person) => this.access.get(person) === OWNER)) {
      ;[this.access, this.views] = before
      return withoutOwner
    }
    this.#settle()
    return undefined
  }

  /** Whether it is about what everybody may do, and not only about how the actor organizes. */
  #isCommon(actor: Key, { key, shared }: ShareRequest): boolean {
    if (!this.#people.includes(key)) return false
    return actor === this.owner || shared || (this.#viewOf(actor).get(key)?.shared ?? false)
  }

  #levelBefore(actor: Key, wish: ShareRequest): number {
    if (this.#isCommon(actor, wish)) return this.access.get(wish.key) ?? NONE
    const own = this.#viewOf(actor).get(wish.key)
    return own?.shared ? own.level : NONE
  }

  #take(actor: Key, { key, shared, level, isCommon }: ShareRequest & { isCommon: boolean }): void {
    const isEnding = level === NONE
    if (isEnding) this.#viewOf(actor).delete(key)
    else this.#viewOf(actor).set(key, { shared, level, bySystem: false })
    if (!isCommon) return
    if (shared) this.access.set(key, level)
    else this.access.delete(key)
    if (actor !== this.owner) this.#takeHome(key, shared ? level : undefined)
  }

  #takeHome(key: Key, level: number | undefined): void {
    const view = this.#viewOf(this.owner)
    const bySystem = view.get(key)?.bySystem ?? false
    if (level !== undefined) view.set(key, { shared: true, level, bySystem })
    else if (bySystem) view.set(key, { shared: false, level: 0, bySystem })
    else view.delete(key)
  }

  /** Guests have the link that lets them in, and their links to others follow what those may do. */
  #settle(): void {
    for (const guest of this.#signedIn) {
      if (guest === this.owner) continue
      const view = this.#viewOf(guest)
      for (const [key, link] of [...view]) {
        const level = this.access.get(key)
        if (!this.#people.includes(key) || !(link.shared || key === guest)) continue
        if (level === undefined) view.delete(key)
        else view.set(key, { ...link, level })
      }
      const level = this.access.get(guest)
      if (level !== undefined) view.set(guest, { shared: true, level, bySystem: true })
    }
  }
}
