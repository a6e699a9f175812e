import { createHash } from 'node:crypto'

const HASH_LENGTH = 16

/**
 * The texts of a line of the specification that may be quoted: the line, each of its sentences, and several sentences that
 * follow each other. A row of a table is its cells, and so is each cell. Marks of lists, headings and emphasis are left out.
 */
export function fragmentsOf(line: string): string[] {
  const text = line
    .replace(/^\s*(?:#+|\d+\.|-)\s+/, '')
    .replaceAll('**', '')
    .trim()
  if (text === '') return []
  if (text.startsWith('|')) return rowFragments(text)
  const sentences = text.split(/(?<=[.:;])\s+/)
  return sentences.flatMap((_, from) =>
    sentences.slice(from).map((__, length) => sentences.slice(from, from + length + 1).join(' ')),
  )
}

function rowFragments(row: string): string[] {
  const cells = row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
  const filled = cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1)
  return [filled.join(' | '), ...cells.filter((cell) => cell !== '')]
}

/** A text is recognized by the beginning of its SHA-256. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, HASH_LENGTH)
}
