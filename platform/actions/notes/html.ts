import { escapeHtml } from '../../../src/runtime/escape-html.ts'

/** A node or mark of the editor's document. */
interface Node {
  type: string
  text: string
  attrs: Readonly<Record<string, unknown>>
  marks: readonly Node[]
  content: readonly Node[]
}

/** Maximum depth of nodes; deeper ones are left out. */
const MAX_DEPTH = 50

/** HTML elements by the editor's names of nodes and marks, in lower case without `_` and `-`. */
const ELEMENTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    paragraph: 'p',
    blockquote: 'blockquote',
    codeblock: 'pre',
    bulletlist: 'ul',
    orderedlist: 'ol',
    tasklist: 'ul',
    listitem: 'li',
    taskitem: 'li',
    table: 'table',
    tablerow: 'tr',
    tablecell: 'td',
    tableheader: 'th',
    bold: 'strong',
    strong: 'strong',
    italic: 'em',
    em: 'em',
    underline: 'u',
    strike: 's',
    code: 'code',
  }),
)

/** Renders a note as HTML: its document, or its text if the document is not in the editor's format. All text is escaped. */
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

/** Reads a node. Children may be named `content` or `children`, and a list of nodes is a document too. */
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
    escapeHtml(node.text) + node.content.map(render).join(''),
  )
  if (node.type === 'hardbreak' || node.type === 'linebreak') return '<br>'
  if (node.type === 'horizontalrule') return '<hr>'
  if (node.type === 'mention') return inner || escapeHtml(String(node.attrs.label ?? node.attrs.name ?? ''))
  return wrap(node, inner)
}

function wrap({ type, attrs }: Node, html: string): string {
  if (type === 'heading') {
    const level = Math.min(6, Math.max(1, Math.trunc(Number(attrs.level)) || 1))
    return `<h${level}>${html}</h${level}>`
  }
  if (type === 'link') {
    const href = safeUrl(attrs.href ?? attrs.url)
    return href ? `<a href="${escapeHtml(href)}">${html}</a>` : html
  }
  const element = ELEMENTS.get(type)
  return element ? `<${element}>${html}</${element}>` : html
}

/** Accepts only http, https and mailto URLs. */
function safeUrl(address: unknown): string | undefined {
  const url = typeof address === 'string' ? URL.parse(address) : null
  return url && ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : undefined
}

function paragraphs(text: string): string {
  const lines = text.split(/\r?\n/).filter((line) => line.trim())
  return lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('')
}
