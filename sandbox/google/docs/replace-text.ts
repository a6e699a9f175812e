import {
  type Block,
  type Inline,
  isTable,
  type Paragraph,
  partsOf,
  type RichText,
  type TextRun,
} from '../../core/office/rich-text.ts'

export interface Replacement {
  search: string
  matchCase: boolean
  text: string
}

/**
 * Replaces a text in the body, the headers, footers and footnotes of a tab, and returns how often it occurred. A match may
 * span runs but not paragraphs; the replacement has the formatting of the first run, and its line feeds begin paragraphs.
 */
export function replaceText(text: RichText, replacement: Replacement): number {
  return partsOf(text).reduce((count, blocks) => count + replaceInBlocks(blocks, replacement), 0)
}

function replaceInBlocks(blocks: Block[], replacement: Replacement): number {
  let count = 0
  const replaced = blocks.flatMap((block): Block[] => {
    if (isTable(block)) {
      for (const cell of block.rows.flat()) count += replaceInBlocks(cell, replacement)
      return [block]
    }
    const result = replaceInParagraph(block, replacement)
    count += result.count
    return result.count > 0 ? splitAtLineFeeds(result.paragraph) : [block]
  })
  blocks.splice(0, blocks.length, ...replaced)
  return count
}

/** Stands for a footnote mark in the searched text: a character that no text contains. */
const MARK = '\uE000'

function replaceInParagraph(
  paragraph: Paragraph,
  { search, matchCase, text }: Replacement,
): { paragraph: Paragraph; count: number } {
  const fold = (value: string) => (matchCase ? value : foldCase(value))
  const characters = paragraph.inlines.flatMap((inline): { inline: Inline; at: number }[] =>
    Array.from({ length: 'text' in inline ? inline.text.length : 1 }, (_, at) => ({ inline, at })),
  )
  const whole = fold(paragraph.inlines.map((inline) => ('text' in inline ? inline.text : MARK)).join(''))
  const inlines: Inline[] = []
  const push = (inline: Inline, value: string) => {
    if (!('text' in inline)) inlines.push(inline)
    else if (value !== '') appendText(inlines, inline, value)
  }
  let count = 0
  for (let index = 0; index < characters.length; ) {
    const { inline, at } = characters[index] as { inline: Inline; at: number }
    if (whole.startsWith(fold(search), index)) {
      push(inline, text)
      index += search.length
      count += 1
    } else {
      push(inline, 'text' in inline ? inline.text.charAt(at) : '')
      index += 1
    }
  }
  return { paragraph: { ...paragraph, inlines }, count }
}

/** Lower case of the same length, so that positions remain valid. */
function foldCase(text: string): string {
  return [...text]
    .map((character) => {
      const lower = character.toLowerCase()
      return lower.length === character.length ? lower : character
    })
    .join('')
}

function appendText(inlines: Inline[], { bold }: TextRun, text: string): void {
  const last = inlines.at(-1)
  if (last && 'text' in last && (last.bold ?? false) === (bold ?? false)) last.text += text
  else inlines.push(bold ? { text, bold } : { text })
}

function splitAtLineFeeds(paragraph: Paragraph): Paragraph[] {
  const paragraphs: Paragraph[] = [{ ...paragraph, inlines: [] }]
  for (const inline of paragraph.inlines) {
    if (!('text' in inline)) {
      paragraphs.at(-1)?.inlines.push(inline)
      continue
    }
    for (const [index, line] of inline.text.split('\n').entries()) {
      if (index > 0) paragraphs.push({ ...paragraph, inlines: [] })
      if (line !== '') paragraphs.at(-1)?.inlines.push({ ...inline, text: line })
    }
  }
  return paragraphs
}
