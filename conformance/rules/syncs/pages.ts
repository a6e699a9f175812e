import { acceptAliases, type ConnectedProvider, StandardSyncResponse } from '../../../src/contract/index.ts'
import { Type } from '../../../src/contract/schema.ts'
import { omitUndefined } from '../../../src/runtime/omit.ts'
import type { Check } from '../../run/check.ts'
import type { Json } from '../../run/client.ts'
import { findErrors } from '../../run/schemas.ts'
import { type Subject, validBody } from '../../run/subject.ts'
import { requireBody } from '../expect.ts'

/** A page of any sync. */
export interface Page {
  items: Json[]
  metadata?: { warnings?: string[] }
  pagination: { hasMore: boolean; cursor?: string; pageSize: number }
}

const AnyPage = StandardSyncResponse(Type.Unknown())

/** What to change about a valid request for a page. */
export interface PageChanges {
  /** Members of the filter. */
  filter?: object
  /** Members of the body. */
  body?: object
  connection?: Partial<ConnectedProvider>
  /** Whether to request the page again, although another rule has. */
  isFresh?: boolean
}

/** A valid body of a sync, with changes. */
export async function pageBody(subject: Subject, { filter, body, connection }: PageChanges = {}): Promise<Json> {
  const valid = { ...(await validBody(subject, connection)), ...body }
  if (!filter) return valid
  const member = ['filter', 'transcriptionFilter', 'calendarFilter'].find((name) => name in valid) ?? 'filter'
  return { ...valid, [member]: { ...(valid as Json)[member], ...filter } }
}

/** Requests the page that a valid request gets, and requires its form. */
export async function readFirstPage(check: Check, subject: Subject): Promise<Page> {
  const reply = await check.recall(subject.memory, FIRST, { path: subject.path, body: await pageBody(subject) })
  return requireBody(check, reply, AnyPage) as Page
}

/** Requests a page. Skips the rule if not even a valid request gets one: that is the subject of a rule of its own. */
export async function readPage(check: Check, subject: Subject, changes: PageChanges = {}): Promise<Page> {
  const { isFresh = false, ...described } = changes
  const first = await check.recall(subject.memory, FIRST, { path: subject.path, body: await pageBody(subject) })
  const isValid = first.status === 200 && findErrors(AnyPage, first.json).length === 0
  if (!isValid) check.skip('the response to a valid request is no page: see page.form')
  const request = { path: subject.path, body: await pageBody(subject, changes) }
  const name = JSON.stringify(described)
  const reply = isFresh ? await check.send(request) : await check.recall(subject.memory, name, request)
  return requireBody(check, reply, AnyPage) as Page
}

const FIRST = '{}'

/** Requests a page, and skips the rule if it has no item. With a window of the samples, that is a violation. */
export async function readItems(check: Check, subject: Subject, changes: PageChanges = {}): Promise<Json[]> {
  const { items } = await readPage(check, subject, changes)
  if (items.length > 0) return items
  const isPromised = subject.account?.samples?.window !== undefined && subject.capability.name !== 'identifier'
  if (isPromised) check.fail('the page has no item, although the samples say that there are items in the window')
  return check.skip(
    'the page has no item: name a window with items, or a table or person that the vendor has, in the samples',
  )
}

/** The items as the platform reads them: with the documented names in place of other accepted ones. */
export function accepted(subject: Subject, items: readonly Json[]): Json[] {
  const { item } = subject.capability
  return item ? items.map((value) => acceptAliases(item, value)) : [...items]
}

/** The pages of a sync, at most `maxPages`; `isComplete` says whether they are all. */
export async function readAll(
  check: Check,
  subject: Subject,
  filter: object,
): Promise<{ pages: Page[]; isComplete: boolean }> {
  const pages: Page[] = []
  let cursor: string | undefined
  while (pages.length < subject.maxPages) {
    const page = await readPage(check, subject, { filter: omitUndefined({ ...filter, cursor }) })
    pages.push(page)
    const { hasMore, cursor: next } = page.pagination
    if (!hasMore || next === undefined || next === cursor) return { pages, isComplete: true }
    cursor = next
  }
  return { pages, isComplete: false }
}

/** The id of an item; for an answer to a slot also its slot, because two slots may find the same object. */
export function idOf(item: Json): string {
  const { externalId, sourceTagId, metadataType } = item ?? {}
  const parts = [externalId, sourceTagId, sourceTagId && metadataType]
  return typeof externalId === 'string' ? parts.filter(Boolean).join(' of ') : JSON.stringify(item)
}

/** Ids for a sentence. */
export function list(ids: readonly string[]): string {
  const shown = ids.slice(0, 3).join(', ')
  return ids.length > 3 ? `${shown} and ${ids.length - 3} more` : shown
}

/** The values that occur more than once. */
export function repeated(values: readonly string[]): string[] {
  return [...new Set(values.filter((value, index) => values.indexOf(value) !== index))]
}
