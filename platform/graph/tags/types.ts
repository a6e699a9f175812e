import { toEmail } from '../../model/people.ts'
import type { TagType } from '../../storage/postgres/tables/index.ts'
import { badInput } from '../errors.ts'

export const TAG_TYPES = ['person', 'topic', 'date', 'location'] as const satisfies readonly TagType[]

/** Parses a tag type given as text, in any case. Throws BAD_USER_INPUT at `argument`. */
export function parseTagType(argument: string, text: string): TagType {
  const type = TAG_TYPES.find((name) => name === text.trim().toLowerCase())
  if (!type) throw badInput(argument, `must be one of ${TAG_TYPES.join(', ')}.`)
  return type
}

/** The stored form of a sub type. */
export function normalizeTagSubType(text: string): string {
  return text.trim().toLowerCase()
}

/** The stored form of an email address. Returns the empty string, which matches nobody, for an invalid address. */
export function normalizeEmail(text: string): string {
  return toEmail(text) ?? ''
}
