import { badInput } from '../errors.ts'
import { documentToText } from './plain-text.ts'

/** In characters. */
export const MAX_LENGTHS = {
  ...{ title: 1_000, summary: 20_000, url: 2_000, name: 300, content: 20_000, html: 1_000_000, text: 100_000 },
} as const

/** A person's text, if it is not too long. Null and undefined stay what they are. Throws BAD_USER_INPUT at `argument`. */
export function parseText<Given extends string | null | undefined>(
  argument: string,
  given: Given,
  most: number,
): Given extends string ? string : Given {
  type Text = Given extends string ? string : Given
  if (given == null) return given as Text
  if (given.length > most) throw badInput(argument, `must have at most ${most} characters.`)
  return given as Text
}

/** Only what was sent is set: the fields without those that are undefined. */
export function sent<Fields extends object>(fields: Fields): Sent<Fields> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as Sent<Fields>
}

type Sent<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> }

/** A title; null clears it. */
export function parseTitle(given: string | null | undefined): string | undefined {
  return nullToDefault('', parseText('input.title', given, MAX_LENGTHS.title))
}

/** What a column holds that is never null: a null puts the usual value there. */
export function nullToDefault<Value>(usual: Value, given: Value | null | undefined): Value | undefined {
  return given === null ? usual : given
}

export function unlessEmpty<Fields extends object>(fields: Fields): Fields | undefined {
  return Object.keys(fields).length > 0 ? fields : undefined
}

/** What a content says goes along in lists, so it ends somewhere; the content itself is kept whole. */
export function truncateText(text: string): string {
  return text.slice(0, MAX_LENGTHS.text).toWellFormed()
}

/** A rich-text editor's document and what it says. Throws BAD_USER_INPUT for what is none. */
export function parseDocument(argument: string, document: string | null | undefined) {
  if (document === undefined) return {}
  return document === null
    ? { document, text: null }
    : { document, text: truncateText(documentToText(argument, document)) }
}
