import { type Selectable, sql } from 'kysely'
import type { Database } from '../../../../platform/storage/postgres/database.ts'
import type { Tables } from '../../../../platform/storage/postgres/tables/index.ts'
import { DAY, type GraphUser } from './fixtures.ts'

type Row<Name extends keyof Tables> = Selectable<Tables[Name]>

export interface Range {
  gt?: number
  gte?: number
  eq?: number
  lte?: number
  lt?: number
}

interface Item {
  _ids?: string[]
  assigned?: boolean
  pinned?: boolean
  shared?: boolean
  sharingApproaches?: number[]
}

/** The part of the search input that the tests use. */
export interface Input {
  tags?: Item[]
  tagIds?: string[]
  orFilters?: { tags: Item[] }[]
  searchString?: string
  _ids?: string[]
  folderIds?: string[]
  threadIds?: string[]
  uris?: string[]
  parentId?: string
  parentReferenceBlock?: { id?: string; blockType?: string }
  originReferenceBlock?: { id?: string; blockType?: string }
  originReferenceTagId?: string
  blockTypes?: string[]
  statuses?: string[]
  emails?: { eq?: string; contains?: string; startsWith?: string; endsWith?: string }[]
  favorite?: boolean
  snoozed?: boolean
  template?: boolean
  proposed?: boolean
  generated?: boolean
  applications?: string[]
  archived?: boolean
  dateCreated?: Range
  dateUpdated?: Range
  dateDue?: Range
  dateAssociated?: Range
  dateMatch?: Range
  scopeToOwnTasks?: boolean
  scopeToPriorityTasks?: boolean
  scopeToHousekeepingTasks?: boolean
  scopeToHousekeepingTasksBoolean?: boolean
  smart?: boolean
  sort?: { field: string; order?: 'ASC' | 'DESC' }[]
}

/** Reads the whole database and evaluates searches in memory, block by block. */
export class Oracle {
  #blocks: Row<'blocks'>[] = []
  #links: Row<'sharing'>[] = []
  #tags: Row<'tags'>[] = []
  #folderTags: Row<'folder_tags'>[] = []
  #marks: Row<'block_marks'>[] = []
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  async read(): Promise<this> {
    const all = <Name extends keyof Tables>(name: Name) => this.#db.selectFrom(name).selectAll().execute()
    this.#blocks = (await all('blocks')) as Row<'blocks'>[]
    this.#links = (await all('sharing')) as Row<'sharing'>[]
    this.#tags = (await all('tags')) as Row<'tags'>[]
    this.#folderTags = (await all('folder_tags')) as Row<'folder_tags'>[]
    this.#marks = (await all('block_marks')) as Row<'block_marks'>[]
    return this
  }

  /** The ids of the matching blocks, in order. */
  async search(viewer: GraphUser, input: Input): Promise<string[]> {
    const found = this.#found(viewer, input)
    const ranks = await this.#ranks(input.searchString)
    const order = orderOf(input)
    const compare = (first: Row<'blocks'>, second: Row<'blocks'>) => {
      for (const { key, direction } of [...order, { key: byId, direction: 1 }]) {
        const [a, b] = [key(first, ranks), key(second, ranks)]
        if (a === b) continue
        if (a === null || b === null) return a === null ? 1 : -1
        return (a < b ? -1 : 1) * direction
      }
      return 0
    }
    return found.toSorted(compare).map(({ block_id }) => block_id)
  }

  /** The number of matching blocks by day (UTC) and type, as "start type count". */
  timeline(viewer: GraphUser, input: Input): string[] {
    const days = Map.groupBy(
      this.#found(viewer, input),
      (block) => `${Math.floor(block.date_associated / DAY) * DAY} ${block.block_type}`,
    )
    return [...days].map(([day, blocks]) => `${day} ${blocks.length}`).toSorted()
  }

  /** The ids of the tags of the matching blocks, those with the most blocks first. */
  tagsOf(viewer: GraphUser, input: Input, sharedOnly: boolean): string[] {
    const found = new Set(this.#found(viewer, input).map(({ block_id }) => block_id))
    const links = this.#links.filter(
      (link) => link.tenant_id === viewer.tenantId && found.has(link.block_id) && (link.shared || !sharedOnly),
    )
    const counts = Map.groupBy(links, ({ tag_id }) => tag_id)
    const tags = this.#tags.filter(({ tag_id, archived }) => counts.has(tag_id) && !archived)
    const count = ({ tag_id }: Row<'tags'>) => counts.get(tag_id)?.length ?? 0
    const name = ({ alias }: Row<'tags'>) => folded(alias)
    return tags
      .toSorted((a, b) => count(b) - count(a) || compareText(name(a), name(b)) || compareText(a.tag_id, b.tag_id))
      .map(({ tag_id }) => tag_id)
  }

  #found(viewer: GraphUser, input: Input): Row<'blocks'>[] {
    return this.#blocks.filter((block) => {
      const own = this.#links.filter((link) => link.tenant_id === viewer.tenantId && link.block_id === block.block_id)
      const isVisible = own.some(
        ({ tag_id, shared, block_tenant_id }) =>
          tag_id === viewer.tagId && shared && block_tenant_id === block.tenant_id,
      )
      return isVisible && this.#fits(viewer, input, block, own)
    })
  }

  #fits(viewer: GraphUser, input: Input, block: Row<'blocks'>, links: readonly Row<'sharing'>[]): boolean {
    const hasLink = ({ _ids, assigned, pinned, shared, sharingApproaches }: Item) =>
      links.some(
        (link) =>
          (_ids === undefined || _ids.includes(link.tag_id)) &&
          (assigned === undefined || link.assigned === assigned) &&
          (pinned === undefined || link.pinned === pinned) &&
          (shared === undefined || link.shared === shared) &&
          (sharingApproaches === undefined || sharingApproaches.includes(link.sharing_approach)),
      )
    const isFavorite = this.#marks.some(
      (mark) => mark.tenant_id === viewer.tenantId && mark.block_id === block.block_id && mark.favorite,
    )
    const folderTags = this.#folderTags.filter(({ folder_id }) => input.folderIds?.includes(folder_id))
    const favorites = this.#tags.filter(({ tag_id, favorite, archived }) => favorite && !archived && tag_id)
    const isLinkedTo = (tags: readonly { tag_id: string }[]) =>
      links.some((link) => tags.some(({ tag_id }) => tag_id === link.tag_id))
    const preset = presetOf(input)
    const status = block.block_type === 'task' ? (block.status ?? 'not_started') : block.status
    const statuses = input.statuses ?? (preset.any ? ['not_started', 'in_progress'] : undefined)
    const isOwn =
      links.some(({ tag_id, assigned }) => tag_id === viewer.tagId && assigned) ||
      ((block.creator_id ?? block.tenant_id) === viewer.tenantId && !links.some(({ assigned }) => assigned))
    const flag = (is: boolean, expected: boolean | undefined) => expected === undefined || is === expected
    const today = Math.floor(Date.now() / DAY) * DAY
    const due = block.date_due
    const reference = (id: string | null, type: string | null, expected?: { id?: string; blockType?: string }) =>
      (expected?.id === undefined || id === expected.id) &&
      (expected?.blockType === undefined || type === expected.blockType)
    return (
      (input.archived || !block.archived) &&
      (input.tags ?? []).every(hasLink) &&
      (input.tagIds === undefined || hasLink({ _ids: input.tagIds })) &&
      (input.orFilters === undefined || input.orFilters.some(({ tags }) => tags.every(hasLink))) &&
      (input._ids === undefined || input._ids.includes(block.block_id)) &&
      (input.folderIds === undefined || isLinkedTo(folderTags)) &&
      (input.threadIds === undefined || input.threadIds.includes(block.thread_id ?? '')) &&
      (input.uris === undefined || input.uris.includes(block.uri ?? '')) &&
      (input.parentId === undefined || block.parent_id === input.parentId) &&
      reference(block.parent_id, block.parent_type, input.parentReferenceBlock) &&
      reference(block.origin_id, block.origin_type, input.originReferenceBlock) &&
      (input.originReferenceTagId === undefined || block.origin_tag_id === input.originReferenceTagId) &&
      (input.blockTypes === undefined || input.blockTypes.includes(block.block_type)) &&
      (statuses === undefined || statuses.includes(status ?? '')) &&
      (input.emails === undefined ||
        input.emails.some((email) => block.people.some((person) => isLike(person, email)))) &&
      flag(isFavorite, input.favorite) &&
      flag(block.snoozed, input.snoozed ?? (preset.any ? false : undefined)) &&
      flag(block.template, input.template ?? (preset.any ? false : undefined)) &&
      flag(block.proposed, input.proposed ?? (preset.own || preset.priority ? false : undefined)) &&
      flag(block.generated, input.generated) &&
      (input.applications === undefined || input.applications.includes(block.application ?? '')) &&
      isWithin(block.date_created, input.dateCreated) &&
      isWithin(block.date_updated, input.dateUpdated) &&
      isWithin(due, input.dateDue) &&
      isWithin(block.date_associated, input.dateAssociated) &&
      (input.dateMatch === undefined ||
        [block.date_associated, block.date_start, due, block.date_created].some((d) => isWithin(d, input.dateMatch))) &&
      (input.searchString === undefined || hasWords(`${block.title} ${block.text ?? ''}`, input.searchString)) &&
      (!preset.any || (block.block_type === 'task' && isOwn)) &&
      (!preset.priority || block.priority || (due !== null && due < today + DAY)) &&
      (!preset.housekeeping || block.proposed || due === null || due < today - 14 * DAY) &&
      (isScoped(input) || block.creator_id === viewer.tenantId || isLinkedTo(favorites))
    )
  }

  /** The rank of each block, as computed by the database. */
  async #ranks(search: string | undefined): Promise<Map<string, number>> {
    const words = wordsOf(search ?? '')
    if (words.length === 0) return new Map()
    const query = words.map((word, index) => `'${word}'${index === words.length - 1 ? ':*' : ''}`).join(' & ')
    const { rows } = await sql<{ block_id: string; rank: number }>`
      select block_id, ts_rank(tsv, to_tsquery('simple', ${query})) as rank from blocks`.execute(this.#db)
    return new Map(rows.map(({ block_id, rank }) => [block_id, rank]))
  }
}

type Key = (block: Row<'blocks'>, ranks: ReadonlyMap<string, number>) => string | number | null

const byId: Key = ({ block_id }) => block_id
const byUpdate = { key: ({ date_updated }: Row<'blocks'>) => date_updated, direction: -1 }

const SORTED: Record<string, Key> = {
  dateCreated: (block) => block.date_created,
  dateUpdated: (block) => block.date_updated,
  dateAssociated: (block) => block.date_associated,
  dateDue: (block) => block.date_due,
  dateStart: (block) => block.date_start,
  title: ({ title }) => codePoints(title.toLowerCase()),
  status: ({ block_type, status }) => {
    const taskStatus = block_type === 'task' ? (status ?? 'not_started') : status
    const place = ['not_started', 'in_progress', 'completed'].indexOf(taskStatus ?? '')
    return place < 0 ? taskStatus : `${place}`
  },
  relevance: ({ block_id }, ranks) => ranks.get(block_id) ?? 0,
}

function orderOf({ sort, smart, searchString }: Input): { key: Key; direction: number }[] {
  const defaultOrder = [{ field: searchString?.trim() ? 'relevance' : 'dateUpdated', order: 'DESC' as const }]
  if (smart && !sort?.length) {
    const done: Key = ({ status }) => (status === 'completed' ? 1 : 0)
    return [{ key: done, direction: 1 }, { key: (block) => block.date_due, direction: 1 }, byUpdate]
  }
  const keys = (sort?.length ? sort : defaultOrder).map(({ field, order }) => {
    const isDescending = (order ?? (field === 'relevance' ? 'DESC' : 'ASC')) === 'DESC'
    return { key: SORTED[field] as Key, direction: isDescending ? -1 : 1 }
  })
  return [...keys, byUpdate]
}

/** A sort key that compares as the UTF-8 bytes do. */
function codePoints(text: string): string {
  return [...text].map((character) => (character.codePointAt(0) ?? 0).toString(16).padStart(6, '0')).join('')
}

function compareText(a: string, b: string): number {
  return codePoints(a) < codePoints(b) ? -1 : a === b ? 0 : 1
}

function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

export function wordsOf(search: string): string[] {
  return folded(search)
    .split(/\s+/)
    .filter((word) => /^[\p{L}\p{N}]+$/u.test(word))
}

function hasWords(text: string, search: string): boolean {
  const there = wordsOf(text)
  const expected = wordsOf(search)
  const last = expected.pop()
  if (search.trim() === '') return true
  return (
    last !== undefined && there.some((word) => word.startsWith(last)) && expected.every((word) => there.includes(word))
  )
}

function isLike(text: string, { eq, contains = '', startsWith = '', endsWith = '' }: NonNullable<Input['emails']>[0]) {
  const isEqual = eq === undefined || text === eq.toLowerCase()
  const [c, s, e] = [contains, startsWith, endsWith].map((part) => part.toLowerCase()) as [string, string, string]
  return isEqual && text.includes(c) && text.startsWith(s) && text.endsWith(e)
}

function isWithin(date: number | null, range: Range | undefined): boolean {
  const { gt = -Infinity, gte = -Infinity, eq, lte = Infinity, lt = Infinity } = range ?? {}
  if (range === undefined) return true
  if (date === null) return Object.keys(range).length === 0
  return date > gt && date >= gte && (eq === undefined || date === eq) && date <= lte && date < lt
}

function presetOf(input: Input) {
  const housekeeping = Boolean(input.scopeToHousekeepingTasks || input.scopeToHousekeepingTasksBoolean)
  const [own, priority] = [Boolean(input.scopeToOwnTasks), Boolean(input.scopeToPriorityTasks)]
  return { own, priority, housekeeping, any: own || priority || housekeeping }
}

function isScoped(input: Input): boolean {
  const names = ['tagIds', 'orFilters', '_ids', 'folderIds', 'threadIds', 'uris', 'parentId'] as const
  const references = ['parentReferenceBlock', 'originReferenceBlock', 'originReferenceTagId'] as const
  const isNamed = [...names, ...references].some((name) => input[name] !== undefined)
  return isNamed || (input.tags?.length ?? 0) > 0 || Boolean(input.searchString?.trim()) || presetOf(input).any
}
