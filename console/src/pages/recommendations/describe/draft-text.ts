/** Kinds of nodes that end a line. */
const BLOCKS = /^(paragraph|heading|h\d|list_?item|blockquote|code_?block|linebreak|hard_?break)$/i

interface Node {
  type?: unknown
  text?: unknown
  insert?: unknown
  [children: string]: unknown
}

/** The text of a draft, from the JSON of a rich-text editor; empty if it is not JSON. Lines end where paragraphs end. */
export function draftText(document: string | null): string {
  if (!document) return ''
  try {
    return collect(JSON.parse(document) as unknown)
      .replace(/[ \t]+\n/g, '\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
  } catch {
    return ''
  }
}

const CHILDREN = ['content', 'children', 'root', 'ops'] as const

function collect(node: unknown): string {
  if (Array.isArray(node)) return node.map(collect).join('')
  if (typeof node !== 'object' || node === null) return ''
  const { type, text, insert, ...rest } = node as Node
  const own = typeof text === 'string' ? text : typeof insert === 'string' ? insert : ''
  const inner = CHILDREN.map((name) => collect(rest[name])).join('')
  return own + inner + (typeof type === 'string' && BLOCKS.test(type) ? '\n' : '')
}
