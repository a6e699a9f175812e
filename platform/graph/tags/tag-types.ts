import { toEmail } from '../../model/people.ts'
import type { TagType } from '../../storage/postgres/tables/index.ts'
import { badInput } from '../errors.ts'

export const TAG_TYPES = ['person', 'topic', 'date', 'location'] as const satisfies readonly TagType[]

/** A type that is given as text, in any case. Throws BAD_USER_INPUT at `argument`. */
export function parseTagType(argument: string, text: string): TagType {
  const type = TAG_TYPES.find((known) => known === text.trim().toLowerCase())
  if (!type) throw badInput(argument, `must be one of ${TAG_TYPES.join(', ')}.`)
  return type
}

/** A sub type as it is kept. */
export function normalizeTagSubType(text: string): string {
  return text.trim().toLowerCase()
}

/** An address as it is looked for; what is none is nobody's. */
export function normalizeEmail(text: string): string {
  return toEmail(text) ?? ''
}
