/**
 * Values without what no database keeps as text: NUL, and halves of characters. Keys are left as they are, because only
 * names of fields come through. The same value where there is nothing to take away.
 */
export function stripUnsupportedCharacters(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value)
  if (Array.isArray(value)) return mapped(value, stripUnsupportedCharacters)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  const kept = mapped(entries, (entry) => {
    const clean = stripUnsupportedCharacters(entry[1])
    return clean === entry[1] ? entry : ([entry[0], clean] as [string, unknown])
  })
  return kept === entries ? value : Object.fromEntries(kept)
}

function mapped<Item>(items: Item[], map: (item: Item) => Item): Item[] {
  const kept = items.map((item) => map(item))
  return kept.some((item, index) => item !== items[index]) ? kept : items
}

function storableText(text: string): string {
  return text.includes('\0') || !text.isWellFormed() ? text.replaceAll('\0', '').toWellFormed() : text
}

/** Whether a document says such a character in one of its texts. */
export function isSupportedText(document: string): boolean {
  return !/\0|\\u(?:0000|\{0+\})/.test(document) && document.isWellFormed()
}
