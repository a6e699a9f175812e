/** More of a text is not made searchable: a tsvector holds 1 MB, and words joined by hyphens are in it twice. */
const MAX_SEARCHABLE = 60_000
const MAX_TITLE = 2_000
/** A name is indexed whole, and an index entry holds 2,700 bytes. */
const MAX_NAME = 600

/**
 * Text as it is searched: without case and accents, so that "Zoe" finds "Zoë". Done here and not by the database,
 * because extensions and locales differ from one to the next. Searches fold their words in the same way.
 */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
}

export function searchable(parts: readonly (string | undefined)[], most = MAX_SEARCHABLE): string {
  const text = parts.filter((part) => part).join(' ')
  return fold(text.slice(0, most)).slice(0, most).toWellFormed()
}

export function searchableTitle(title: string): string {
  return searchable([title], MAX_TITLE)
}

/** What a tag is found by: each of its names on a line of its own, the one that is shown first. */
export function nameSearch(...names: (string | null | undefined)[]): string {
  const distinct = new Set(names.filter((name) => name).map((name) => foldName(name as string)))
  return [...distinct].join('\n').slice(0, MAX_NAME).toWellFormed()
}

/** A name, or what is asked of names, as `nameSearch` has it: on one line, words one space apart. */
export function foldName(name: string): string {
  return fold(name).replace(/\s+/g, ' ').trim()
}
