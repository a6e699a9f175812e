import { describePeriod } from '../../graph-picture/describe.ts'
import type { Picture } from '../../graph-picture/model.ts'
import { formatDateTime } from '../../text/dates.ts'
import { startOfDay } from '../../text/days.ts'
import { BLOCK_KINDS } from '../../text/kinds.ts'
import { countOf } from '../../text/numbers.ts'
import type { GraphScope } from './scope.ts'

/** What tags and folders of a scope are called, by id. */
export type ScopeNames = ReadonlyMap<string, string>

/** The scope in words, such as “Emails, with Maya Whitfield, about “offer””. */
export function describeScope(scope: GraphScope, names: ScopeNames): string {
  const { words, kinds, tagIds, folderIds, from, to } = scope
  const nameOf = (id: string) => names.get(id) ?? 'a tag that you cannot see'
  const parts = [
    kinds.length > 0 ? kinds.map((kind) => BLOCK_KINDS[kind].plural).join(', ') : 'everything',
    tagIds.length > 0 ? `linked to ${tagIds.map(nameOf).join(' and ')}` : '',
    folderIds.length > 0 ? `in ${folderIds.map((id) => names.get(id) ?? 'a folder').join(' or ')}` : '',
    words.trim() === '' ? '' : `with “${words.trim()}”`,
    from && to ? describePeriod(startOfDay(from), startOfDay(to)) : '',
    from && !to ? `since ${from}` : '',
    to && !from ? `until ${to}` : '',
  ].filter((part) => part !== '')
  const sentence = parts.join(', ')
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

/** The lines above an image: what it shows, how much, and when it was made (epoch ms). */
export function toCaptions(scope: GraphScope, names: ScopeNames, { nodes, links }: Picture, now: number): string[] {
  const counted = `${countOf(nodes.length, 'node')}, ${countOf(links.length, 'link')}`
  return [describeScope(scope, names), `${counted} · ${formatDateTime(now, now)}`]
}

/** The picture for other programs. `now` is epoch ms; dates are ISO 8601. */
export function toJson(scope: GraphScope, names: ScopeNames, { nodes, links }: Picture, now: number): string {
  const toDate = (time: number | undefined) => (time === undefined ? undefined : new Date(time).toISOString())
  const exported = {
    date: toDate(now),
    scope: { ...scope, description: describeScope(scope, names) },
    nodes,
    links: links.map(({ first, last, ...link }) => ({ ...link, first: toDate(first), last: toDate(last) })),
  }
  return JSON.stringify(exported, null, 2)
}

/** Such as “graph-2026-11-23.png”. */
export function toFileName(extension: string, now: number): string {
  return `graph-${new Date(now).toISOString().slice(0, 10)}.${extension}`
}
