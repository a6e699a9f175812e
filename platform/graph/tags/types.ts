import { toEmail } from '../../model/people.ts'
import type { TagType } from '../../storage/postgres/tables/index.ts'

export const TAG_TYPES = ['person', 'topic', 'date', 'location'] as const satisfies readonly TagType[]

/** The stored form of a sub type. */
export function normalizeTagSubType(text: string): string {
  return text.trim().toLowerCase()
}

/** The stored form of an email address. Returns the empty string, which matches nobody, for an invalid address. */
export function normalizeEmail(text: string): string {
  return toEmail(text) ?? ''
}
