import type { Inline, Paragraph } from '../../core/office/rich-text.ts'

/**
 * Inserts text before an index, which counts UTF-16 code units from 1, or at the end. Returns the end index if the index is
 * out of range, and undefined otherwise.
 */
export function insertText(paragraphs: readonly Paragraph[], index: number | 'end', text: string): number | undefined {
  const lengths = paragraphs.map(({ inlines }) => inlines.reduce((sum, inline) => sum + lengthOf(inline), 1))
  const end = lengths.reduce((sum, length) => sum + length, 1)
  let offset = index === 'end' ? end - 2 : index - 1
  if (!(offset >= 0 && offset < end - 1)) return end
  for (const [position, length] of lengths.entries()) {
    if (offset < length) {
      insertInto(paragraphs[position]?.inlines ?? [], offset, text)
      return undefined
    }
    offset -= length
  }
  return end
}

function lengthOf(inline: Inline): number {
  return 'text' in inline ? inline.text.length : 1
}

/** The text gets the formatting of the run that it is inserted into or follows. */
function insertInto(inlines: Inline[], offset: number, text: string): void {
  let rest = offset
  for (const [position, inline] of inlines.entries()) {
    const length = lengthOf(inline)
    if ('text' in inline && rest <= length) {
      inline.text = inline.text.slice(0, rest) + text + inline.text.slice(rest)
      return
    }
    if (rest === 0) {
      inlines.splice(position, 0, { text })
      return
    }
    rest -= length
  }
  inlines.push({ text })
}
