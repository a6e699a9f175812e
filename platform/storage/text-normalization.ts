/** More of a text is not made searchable: a tsvector holds 1 MB, and words joined by hyphens are in it twice. */
const MAX_SEARCH_TEXT_LENGTH = 60_000
const MAX_SEARCH_TITLE_LENGTH = 2_000
/** A name is indexed whole, and an index entry holds 2,700 bytes. */
const MAX_NAME_SEARCH_LENGTH = 600

/**
 * Text as it is searched: without case and accents, so that "Zoe" finds "Zoë". Done here and not by the database,
 * because extensions and locales differ from one to the next. Searches fold their words in the same way.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
}

export function toSearchText(parts: readonly (string | undefined)[], most = MAX_SEARCH_TEXT_LENGTH): string {
  const text = parts.filter((part) => part).join(' ')
  return foldText(text.slice(0, most)).slice(0, most).toWellFormed()
}

export function toSearchTitle(title: string): string {
  return toSearchText([title], MAX_SEARCH_TITLE_LENGTH)
}

/** What a tag is found by: each of its names on a line of its own, the one that is shown first. */
export function toNameSearch(...names: (string | null | undefined)[]): string {
  const distinct = new Set(names.filter((name) => name).map((name) => foldName(name as string)))
  return [...distinct].join('\n').slice(0, MAX_NAME_SEARCH_LENGTH).toWellFormed()
}

/** A name, or what is asked of names, as `nameSearch` has it: on one line, words one space apart. */
export function foldName(name: string): string {
  return foldText(name).replace(/\s+/g, ' ').trim()
}
