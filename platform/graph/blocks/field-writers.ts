import { MAX_LENGTHS, parseText } from '../arguments/text.ts'
import { documentToText } from './plain-text.ts'

/** Parses `input.title`; null becomes the empty title. */
export function parseTitle(title: string | null | undefined): string | undefined {
  return nullToDefault('', parseText('input.title', title, MAX_LENGTHS.title))
}

/** Replaces null by a default value, for columns that are not nullable. Undefined stays undefined: the field was not sent. */
export function nullToDefault<Value>(defaultValue: Value, value: Value | null | undefined): Value | undefined {
  return value === null ? defaultValue : value
}

export function unlessEmpty<Fields extends object>(fields: Fields): Fields | undefined {
  return Object.keys(fields).length > 0 ? fields : undefined
}

/** Truncates a block's text, which is read with lists of blocks. The content itself is stored in full. */
export function truncateText(text: string): string {
  return text.slice(0, MAX_LENGTHS.text).toWellFormed()
}

/** The columns of a rich-text editor's document: its JSON and its plain text. Throws BAD_USER_INPUT at `argument`. */
export function parseDocument(argument: string, document: string | null | undefined) {
  if (document === undefined) return {}
  return document === null
    ? { document, text: null }
    : { document, text: truncateText(documentToText(argument, document)) }
}
