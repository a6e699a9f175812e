import type { TagType } from '../../../../../platform/client/index.ts'
import { isCompany } from '../../../text/tags.ts'

/** The sections of a tag's page; the first one is shown without a name in the address. */
export const TABS = [
  { value: 'time-line', label: 'Time line' },
  { value: 'people', label: 'People' },
  { value: 'tasks', label: 'Tasks' },
  { value: 'notes', label: 'Notes' },
  { value: 'fields', label: 'Fields' },
  { value: 'related', label: 'Related' },
  { value: 'news', label: 'News' },
] as const
export type TabName = (typeof TABS)[number]['value']

/** The sections that a tag has: people belong to companies. */
export function tabsOf(tag: { tagType: TagType; tagSubType: string | null }): readonly (typeof TABS)[number][] {
  return TABS.filter(({ value }) => value !== 'people' || isCompany(tag))
}

/** The section that the address names, or the first one. */
export function readTab(text: string | null, tabs: readonly { value: TabName }[]): TabName {
  return tabs.find(({ value }) => value === text)?.value ?? 'time-line'
}
