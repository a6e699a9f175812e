import type { Counters } from '../../../../platform/model/sync.ts'
import type { Email } from '../../../../src/contract/index.ts'
import { email } from '../fixtures.ts'

/** A mailbox that is read repeatedly. In each pass a tenth of its mail has changed. */
export const ITEMS = 10_000
export const PAGE = 100
export const PAGES = ITEMS / PAGE
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
export function pageOf(page: number, pass: number): Email[] {
  const items = Array.from({ length: PAGE }, (_, index) => itemOf(page * PAGE + index, pass))
  return [itemOf(page * PAGE, pass, 'outdated'), ...items]
}

function itemOf(i: number, pass: number, subject = subjectOf(i, pass)): Email {
  return email(`item-${i}`, { subject, from: { email: senderOf(i, pass) }, to: [] })
}

/** The counters of a complete pass, however often it was interrupted. */
export function countersOf(pass: number): Counters {
  if (pass === 0) return { created: ITEMS, updated: 0, unchanged: 0, skipped: PAGES, failedCount: 0 }
  const items = Array.from({ length: ITEMS }, (_, i) => i)
  const updated = items.filter((i) => changesOf(i, pass) !== changesOf(i, pass - 1)).length
  return { created: 0, updated, unchanged: ITEMS - updated, skipped: PAGES, failedCount: 0 }
}
