/** In characters. A tsvector holds 1 MB, and the parts of hyphenated words are stored twice. */
export const MAX_SEARCH_TEXT_LENGTH = 60_000
const MAX_SEARCH_TITLE_LENGTH = 2_000
/** Names are indexed as a whole, and an index entry holds 2,700 bytes. */
const MAX_NAME_SEARCH_LENGTH = 600

const IS_ASCII = /^[\0-\x7f]*$/

/**
 * Removes case and accents for searching, so that "Zoe" finds "Zoë". The database does not do it, because extensions and
 * locales differ between servers. The words of a search must be folded in the same way.
 */
export function foldText(text: string): string {
  if (IS_ASCII.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
}

export function toSearchText(parts: readonly (string | undefined)[], maxLength = MAX_SEARCH_TEXT_LENGTH): string {
  const text = parts.filter((part) => part).join(' ')
  return foldText(text.slice(0, maxLength)).slice(0, maxLength).toWellFormed()
}

export function toSearchTitle(title: string): string {
  return toSearchText([title], MAX_SEARCH_TITLE_LENGTH)
}

/** The searchable names of a tag, one a line, the displayed name first. */
export function toNameSearch(...names: (string | null | undefined)[]): string {
  const distinct = new Set(names.filter((name) => name).map((name) => foldName(name as string)))
  return [...distinct].join('\n').slice(0, MAX_NAME_SEARCH_LENGTH).toWellFormed()
}

/** A name, or a search for names, in the form of `toNameSearch`: folded, with single spaces between words. */
export function foldName(name: string): string {
  return foldText(name).replace(/\s+/g, ' ').trim()
}

/** Removes what PostgreSQL cannot store: NUL, and halves of surrogate pairs, which become U+FFFD. */
export function toStorableText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

/** JSON text of a value, in which every text is one that PostgreSQL can store. */
export function toStorableJson(value: unknown): string {
  return JSON.stringify(value, (_, member) => (typeof member === 'string' ? toStorableText(member) : member))
}
