/** A node of the editor's document. */
interface Node {
  type: string
  text: string
  attrs: Readonly<Record<string, unknown>>
  marks: readonly Node[]
  content: readonly Node[]
}

/** Deeper documents are no editor's; what is further in is left out. */
const MAX_DEPTH = 50

/** Elements by the editor's names of nodes and marks, in lower case without `_` and `-`. */
const ELEMENTS: ReadonlyMap<string, string> = new Map([
  ...[['paragraph', 'p'] as const, ['blockquote', 'blockquote'] as const, ['codeblock', 'pre'] as const],
  ...[['bulletlist', 'ul'] as const, ['orderedlist', 'ol'] as const, ['tasklist', 'ul'] as const],
  ...[['listitem', 'li'] as const, ['taskitem', 'li'] as const, ['table', 'table'] as const],
  ...[['tablerow', 'tr'] as const, ['tablecell', 'td'] as const, ['tableheader', 'th'] as const],
  ...[['bold', 'strong'] as const, ['strong', 'strong'] as const, ['italic', 'em'] as const, ['em', 'em'] as const],
  ...[['underline', 'u'] as const, ['strike', 's'] as const, ['code', 'code'] as const],
])

/** A note as HTML: its document, or its text where the document is none of the editor's. Everything is escaped. */
export function toNoteHtml(document: string | null, text: string): string {
  const root = document ? toNode(parse(document), 0) : undefined
  const html = root ? render(root) : ''
  return html || paragraphs(text)
}

function parse(document: string): unknown {
  try {
    return JSON.parse(document)
  } catch {
    return undefined
  }
}

/** Editors name their children `content` or `children`; a list of nodes is a document too. */
function toNode(value: unknown, depth: number): Node | undefined {
  if (Array.isArray(value)) return toNode({ type: 'doc', content: value }, depth)
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return undefined
  const { type, text, attrs, marks, content, children, root } = value as Record<string, unknown>
  if (root) return toNode(root, depth + 1)
  const all = (nodes: unknown) => (Array.isArray(nodes) ? nodes.flatMap((node) => toNode(node, depth + 1) ?? []) : [])
  return {
    type: typeof type === 'string' ? type.toLowerCase().replace(/[_-]/g, '') : '',
    text: typeof text === 'string' ? text : '',
    attrs: typeof attrs === 'object' && attrs !== null ? { ...attrs } : {},
    marks: all(marks),
    content: all(content ?? children),
  }
}

function render(node: Node): string {
  const inner = node.marks.reduce(
    (html, mark) => wrap(mark, html),
    escaped(node.text) + node.content.map(render).join(''),
  )
  if (node.type === 'hardbreak' || node.type === 'linebreak') return '<br>'
  if (node.type === 'horizontalrule') return '<hr>'
  if (node.type === 'mention') return inner || escaped(String(node.attrs.label ?? node.attrs.name ?? ''))
  return wrap(node, inner)
}

function wrap({ type, attrs }: Node, html: string): string {
  if (type === 'heading') {
    const level = Math.min(6, Math.max(1, Math.trunc(Number(attrs.level)) || 1))
    return `<h${level}>${html}</h${level}>`
  }
  if (type === 'link') {
    const href = safeUrl(attrs.href ?? attrs.url)
    return href ? `<a href="${escaped(href)}">${html}</a>` : html
  }
  const element = ELEMENTS.get(type)
  return element ? `<${element}>${html}</${element}>` : html
}

/** Addresses that do nothing but lead somewhere. */
function safeUrl(address: unknown): string | undefined {
  const url = typeof address === 'string' ? URL.parse(address) : null
  return url && ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : undefined
}

function paragraphs(text: string): string {
  const lines = text.split(/\r?\n/).filter((line) => line.trim())
  return lines.map((line) => `<p>${escaped(line)}</p>`).join('')
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}
