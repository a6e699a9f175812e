/**
 * A copy of a value whose strings have no NUL characters and no lone surrogates, which PostgreSQL cannot store as text.
 * Keys are left alone, since they are names of fields. Returns the same value if there is nothing to remove.
 */
export function stripUnsupportedCharacters(value: unknown): unknown {
  if (typeof value === 'string') return sanitize(value)
  if (Array.isArray(value)) return mapIfChanged(value, stripUnsupportedCharacters)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  const sanitized = mapIfChanged(entries, (entry) => {
    const clean = stripUnsupportedCharacters(entry[1])
    return clean === entry[1] ? entry : ([entry[0], clean] as [string, unknown])
  })
  return sanitized === entries ? value : Object.fromEntries(sanitized)
}

function mapIfChanged<Item>(items: Item[], map: (item: Item) => Item): Item[] {
  const sanitized = items.map((item) => map(item))
  return sanitized.some((item, index) => item !== items[index]) ? sanitized : items
}

function sanitize(text: string): string {
  return text.includes('\0') || !text.isWellFormed() ? text.replaceAll('\0', '').toWellFormed() : text
}

/** Whether a document has none of these characters, neither literally nor as an escape in a string. */
export function isSupportedText(document: string): boolean {
  return !/\0|\\u(?:0000|\{0+\})/.test(document) && document.isWellFormed()
}
