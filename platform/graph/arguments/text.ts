import { badInput } from '../errors.ts'

/** Maximum lengths of text fields (characters). */
export const MAX_LENGTHS = {
  title: 1_000,
  summary: 20_000,
  url: 2_000,
  name: 300,
  content: 20_000,
  html: 1_000_000,
  text: 100_000,
  search: 1_000,
} as const

/** Parses the text of a search; undefined if it is blank. Throws BAD_USER_INPUT at `argument` if it is too long. */
export function parseSearch(argument: string, text: string | null | undefined): string | undefined {
  return parseText(argument, text ?? undefined, MAX_LENGTHS.search)?.trim() || undefined
}

/** Returns the text unless it is too long. Null and undefined are returned as they are. Throws BAD_USER_INPUT at `argument`. */
export function parseText<Input extends string | null | undefined>(
  argument: string,
  text: Input,
  maxLength: number,
): Input extends string ? string : Input {
  type Text = Input extends string ? string : Input
  if (text == null) return text as Text
  if (text.length > maxLength) throw badInput(argument, `must have at most ${maxLength} characters.`)
  return text as Text
}
