import type { Log } from '../application.ts'

/** Maximum length of the `text` of a linked document (UTF-16 code units). */
export const MAX_TEXT_LENGTH = 1_000_000

/**
 * The text of a document, for `text` of a BusinessObject: without the byte order mark, with `\n` for line breaks, without
 * blank ends, at most MAX_TEXT_LENGTH long. A longer one is cut, with a warning in the log; a blank one is undefined.
 */
export function toDocumentText(text: string, log: Log): string | undefined {
  const clean = text
    .toWellFormed()
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .replaceAll('\0', '')
    .trim()
  return clean ? limitText(clean, log) : undefined
}

/** Cuts a text at MAX_TEXT_LENGTH, never in the middle of a surrogate pair, with a warning in the log. */
export function limitText(text: string, log: Log): string {
  if (text.length <= MAX_TEXT_LENGTH) return text
  log.warn({ length: text.length, limit: MAX_TEXT_LENGTH }, 'the text of a document was cut')
  const isPairCut = (text.codePointAt(MAX_TEXT_LENGTH - 1) ?? 0) > 0xffff
  return text.slice(0, isPairCut ? MAX_TEXT_LENGTH - 1 : MAX_TEXT_LENGTH)
}
