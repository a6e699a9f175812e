/** An in-memory model of sharing: one block, the people involved, and what each of them sees. */

export interface Link {
  shared: boolean
  level: number
  /** Created by the system, and therefore retained as an organizing link when someone else stops sharing. */
  bySystem: boolean
}

/** A person, or a topic tag of a person. */
export type Key = string

export interface ShareRequest {
  key: Key
  shared: boolean
  level: number
}

/** A request, or the removal of a link by which a guest ends somebody's access. */
interface Step extends ShareRequest {
  endsAccess?: boolean
}

const NONE = -1
const OWNER = 2

export class Oracle {
  readonly owner: Key
  archived = false
  /** The access levels of the people with access. */
  access = new Map<Key, number>()
  /** The links of each tenant. */
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

  add(actor: Key, share: ShareRequest): string | undefined {
    return this.#change(actor, [share], [], 'CONFLICT')
  }

  remove(actor: Key, key: Key): string | undefined {
    if (!this.access.has(actor)) return 'NOT_FOUND'
    const isLinked = this.#viewOf(actor).has(key)
    // Guests without a link of their own see the link that gives a person access, and remove that one.
    const endsAccess = !isLinked && actor !== this.owner && this.#people.includes(key) && this.access.has(key)
    return this.#change(actor, [], isLinked || endsAccess ? [{ key, endsAccess }] : [], 'CONFLICT')
  }

  replace(actor: Key, shares: readonly ShareRequest[]): string | undefined {
    const requestedKeys = new Set(shares.map(({ key }) => key))
    // The actor's own access is kept: a client that replaces what it has shown must not lose the block by it.
    const isRemoved = (key: Key) => key !== actor && !requestedKeys.has(key)
    const removals = [...this.#viewOf(actor).keys()].filter(isRemoved).map((key) => ({ key }))
    return this.#change(actor, shares, removals, 'BAD_USER_INPUT')
  }

  upsert(actor: Key, shares: readonly ShareRequest[]): string | undefined {
    const level = this.access.get(actor)
    if (level === undefined) return 'NOT_FOUND'
    if (level < 1) return 'FORBIDDEN'
    const requestedKeys = shares.map((share) => (share.key === actor ? { ...share, shared: true, level } : share))
    return this.#change(actor, requestedKeys, [], 'CONFLICT')
  }

  archive(actor: Key, archived: boolean): string | undefined {
    const level = this.access.get(actor)
    if (level === undefined) return 'NOT_FOUND'
    if (level < 1) return 'FORBIDDEN'
    this.archived = archived
    return undefined
  }

  /** The links that a tenant sees, if it can see the block. Guests, who know each other here, also see who has access. */
  shownTo(tenant: Key): Record<Key, { shared: boolean; level: number }> | undefined {
    if (!this.access.has(tenant)) return undefined
    const own = this.linksOf(tenant)
    const others = [...this.access].map(([key, level]) => [key, { shared: true, level }] as const)
    return tenant === this.owner ? own : { ...own, ...Object.fromEntries(others) }
  }

  /** The links of a tenant's own, whether it can see the block or not. */
  linksOf(tenant: Key): Record<Key, { shared: boolean; level: number }> {
    const links = [...this.#viewOf(tenant)]
    return Object.fromEntries(links.map(([key, { shared, level }]) => [key, { shared, level }]))
  }

  #viewOf(tenant: Key): Map<Key, Link> {
    return this.views.get(tenant) as Map<Key, Link>
  }

  #change(
    actor: Key,
    shares: readonly ShareRequest[],
    removals: readonly { key: Key; endsAccess?: boolean }[],
    withoutOwner: string,
  ): string | undefined {
    const level = this.access.get(actor)
    if (level === undefined) return 'NOT_FOUND'
    const changes = [...shares, ...removals.map((removal) => ({ ...removal, shared: false, level: NONE }))].map(
      (step: Step) => ({
        ...step,
        currentLevel: this.#levelBefore(actor, step),
        nextLevel: step.shared ? step.level : NONE,
        isCommon: this.#isCommon(actor, step),
      }),
    )
    for (const { key, currentLevel, nextLevel } of changes) {
      if (currentLevel === nextLevel || (key === actor && nextLevel < currentLevel)) continue
      if (level < 1 || nextLevel > level || currentLevel > level) return 'FORBIDDEN'
    }
    const saved = [new Map(this.access), new Map([...this.views].map(([who, view]) => [who, new Map(view)]))] as const
    for (const step of changes) this.#take(actor, step)
    const takesOwner = changes.some(({ currentLevel, nextLevel }) => currentLevel === OWNER && nextLevel < OWNER)
    if (takesOwner && !this.#signedIn.some((person) => this.access.get(person) === OWNER)) {
      ;[this.access, this.views] = saved
      return withoutOwner
    }
    this.#settle()
    return undefined
  }

  /** Whether a change affects access, and not only how the actor organizes the block. */
  #isCommon(actor: Key, { key, shared, endsAccess = false }: Step): boolean {
    if (!this.#people.includes(key)) return false
    return actor === this.owner || shared || endsAccess || (this.#viewOf(actor).get(key)?.shared ?? false)
  }

  #levelBefore(actor: Key, share: Step): number {
    if (this.#isCommon(actor, share)) return this.access.get(share.key) ?? NONE
    const own = this.#viewOf(actor).get(share.key)
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

  /** Guests have a link to their own tag. Their links to others follow the access of those, and end with their own. */
  #settle(): void {
    for (const guest of this.#signedIn) {
      if (guest === this.owner) continue
      const view = this.#viewOf(guest)
      for (const [key, link] of [...view]) {
        const level = this.access.get(key)
        if (!this.#people.includes(key) || !(link.shared || key === guest)) continue
        if (level === undefined || !this.access.has(guest)) view.delete(key)
        else view.set(key, { ...link, level })
      }
      const level = this.access.get(guest)
      if (level !== undefined) view.set(guest, { shared: true, level, bySystem: true })
    }
  }
}
