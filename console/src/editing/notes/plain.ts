/** A document with paragraphs of plain text. */
export function fromText(text: string): string {
  const paragraphs = text.split('\n').map((line) => ({
    type: 'paragraph',
    ...(line === '' ? {} : { content: [{ type: 'text', text: line }] }),
  }))
  return JSON.stringify({ type: 'doc', content: paragraphs })
}

/** The second document after the first, with a line between them. */
export function joinDocuments(first: string, second: string): string {
  const [start, end] = [parse(first), parse(second)]
  return JSON.stringify({ ...start, content: [...contentOf(start), { type: 'horizontalRule' }, ...contentOf(end)] })
}

function contentOf({ content }: Record<string, unknown>): unknown[] {
  return Array.isArray(content) ? content : []
}

function parse(document: string): Record<string, unknown> {
  const root: unknown = JSON.parse(document)
  return typeof root === 'object' && root !== null ? { ...root } : { type: 'doc' }
}
