import type { Counters } from '../../../../platform/model/sync.ts'
import type { Email } from '../../../../src/contract/index.ts'
import { email } from '../fixtures.ts'

/** A mailbox that is read repeatedly. In each pass a tenth of its mail has changed. */
export const ITEMS = 10_000
export const PAGE = 100
export const PAGES = ITEMS / PAGE

/** The numbers of items of a mailbox and of each page. */
export interface MailboxSize {
  items: number
  page: number
}

export const LARGE: MailboxSize = { items: ITEMS, page: PAGE }
const PEOPLE = 300
const ORGANIZATIONS = 40

/** How often item `i` has changed up to and including a pass. */
export function changesOf(i: number, pass: number): number {
  return Math.floor((pass + (i % 10)) / 10)
}

export function senderOf(i: number, pass: number): string {
  const person = (i + changesOf(i, pass)) % PEOPLE
  return `person${person}@org${person % ORGANIZATIONS}.example`
}

export function subjectOf(i: number, pass: number): string {
  return `Item ${i}, changed ${changesOf(i, pass)} times`
}

/** A page of the provider. Its first item is delivered twice, first with outdated content. */
export function pageOf(page: number, pass: number, size = LARGE): Email[] {
  const first = page * size.page
  const items = Array.from({ length: size.page }, (_, index) => itemOf(first + index, pass))
  return [itemOf(first, pass, 'outdated'), ...items]
}

function itemOf(i: number, pass: number, subject = subjectOf(i, pass)): Email {
  return email(`item-${i}`, { subject, from: { email: senderOf(i, pass) }, to: [] })
}

/** The counters of a complete pass, however often it was interrupted. */
export function countersOf(pass: number, size = LARGE): Counters {
  const counters = { created: size.items, updated: 0, unchanged: 0, skipped: size.items / size.page, failedCount: 0 }
  if (pass === 0) return counters
  const items = Array.from({ length: size.items }, (_, i) => i)
  const updated = items.filter((i) => changesOf(i, pass) !== changesOf(i, pass - 1)).length
  return { ...counters, created: 0, updated, unchanged: size.items - updated }
}
