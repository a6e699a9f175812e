/** The text of a stored document, a line for each paragraph, to compare versions. */
export function toText(document: string | null): string {
  if (document === null) return ''
  try {
    return linesOf(JSON.parse(document))
      .join('')
      .replace(/\n{2,}/g, '\n')
      .trim()
  } catch {
    return ''
  }
}

function linesOf(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(linesOf)
  if (typeof node !== 'object' || node === null) return []
  const { type, text, content } = node as Record<string, unknown>
  if (typeof text === 'string') return [text]
  if (type === 'hardBreak') return ['\n']
  return content === undefined ? [] : [...linesOf(content), '\n']
}
