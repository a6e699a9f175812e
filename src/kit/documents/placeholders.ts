/**
 * A placeholder of a template, `{{Name}}`. `name` is what values are matched by: without the blanks around it, in
 * Unicode's composed form, with ordinary blanks. `literal` is its spelling in the text, such as `{{ Name }}`.
 */
export interface Placeholder {
  name: string
  literal: string
}

/** Maximum length of a name (characters of Unicode, not code units). */
const MAX_NAME_LENGTH = 100

/** Letters with their marks and digits of any script, blanks, and `_ - .`. Any other `{{…}}` is ordinary text. */
const PATTERN = /\{\{([\p{L}\p{M}\p{N}\p{Zs}\t_.-]+)\}\}/gu

/** The placeholders of a text in order of appearance, repeated ones included. */
export function findPlaceholders(text: string): Placeholder[] {
  return [...text.matchAll(PATTERN)].flatMap(([literal, content = '']) => {
    const name = normalizeName(content)
    return isName(name) ? [{ name, literal }] : []
  })
}

/** The names of the placeholders in several texts, in order of their first appearance, each once. */
export function namesOf(texts: Iterable<string>): string[] {
  return [...new Set([...texts].flatMap(findPlaceholders).map(({ name }) => name))]
}

/**
 * Replaces the placeholders of a text by their values, in one pass: a value that contains `{{Other}}` stays as it is.
 * Placeholders without a value stay in the text.
 */
export function fillPlaceholders(text: string, values: ReadonlyMap<string, string>): string {
  return text.replace(PATTERN, (literal, content: string) => {
    const name = normalizeName(content)
    return (isName(name) ? values.get(name) : undefined) ?? literal
  })
}

/** The form of a name by which placeholders, values and columns are matched. Upper and lower case differ. */
export function normalizeName(name: string): string {
  return name
    .normalize('NFC')
    .replace(/[\p{Zs}\t]/gu, ' ')
    .trim()
}

function isName(name: string): boolean {
  return name.length > 0 && [...name].length <= MAX_NAME_LENGTH
}
