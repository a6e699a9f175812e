import { Extension, Mark, mergeAttributes, Node } from '@tiptap/react'

/**
 * What this editor does not know, such as a table of another editor. It is shown as a box that can be moved and deleted, and
 * is stored again exactly as it was: `source` is its JSON.
 */
export const FOREIGN_BLOCK = 'foreignBlock'
export const FOREIGN_INLINE = 'foreignInline'
export const FOREIGN_MARK = 'foreignMark'
/** The attribute of known nodes and marks with what this editor does not know of them, as JSON. */
export const REST = 'rest'

const source = {
  source: {
    default: 'null',
    parseHTML: (element: HTMLElement) => element.getAttribute('data-source') ?? 'null',
    renderHTML: ({ source }: Record<string, unknown>) => ({ 'data-source': source }),
  },
}

const ForeignBlock = Node.create({
  name: FOREIGN_BLOCK,
  group: 'block',
  atom: true,
  selectable: true,
  draggable: true,
  addAttributes: () => source,
  parseHTML: () => [{ tag: 'div[data-source]' }],
  renderHTML: ({ node, HTMLAttributes }) => [
    'div',
    mergeAttributes(HTMLAttributes, { class: 'foreign-block', contenteditable: 'false' }),
    labelOfSource(String(node.attrs.source)),
  ],
})

const ForeignInline = Node.create({
  name: FOREIGN_INLINE,
  group: 'inline',
  inline: true,
  atom: true,
  selectable: true,
  addAttributes: () => source,
  parseHTML: () => [{ tag: 'span[data-source]' }],
  renderHTML: ({ node, HTMLAttributes }) => [
    'span',
    mergeAttributes(HTMLAttributes, { class: 'foreign-inline', contenteditable: 'false' }),
    labelOfSource(String(node.attrs.source)),
  ],
})

const ForeignMark = Mark.create({
  name: FOREIGN_MARK,
  excludes: '',
  inclusive: false,
  addAttributes: () => source,
  parseHTML: () => [{ tag: 'span[data-mark-source]' }],
  renderHTML: ({ mark }) => ['span', { 'data-mark-source': mark.attrs.source }, 0],
})

/** Gives nodes and marks of these types the attribute `rest`. */
const Rest = (types: string[]) =>
  Extension.create({
    name: 'rest',
    addGlobalAttributes: () => [
      { types, attributes: { [REST]: { default: null, rendered: false, keepOnSplit: false } } },
    ],
  })

export const foreignExtensions = (types: string[]) => [ForeignBlock, ForeignInline, ForeignMark, Rest(types)]

const MAX_LABEL_LENGTH = 300

/** What is shown of something unknown: its text, otherwise its type. */
export function labelOfSource(source: string): string {
  const value = parse(source)
  const text = textOf(value).replace(/\s+/g, ' ').trim().slice(0, MAX_LABEL_LENGTH)
  const { type, attrs } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
  const { label, alt, title, name } = (typeof attrs === 'object' && attrs !== null ? attrs : {}) as Record<
    string,
    unknown
  >
  const named = [label, alt, title, name].find((entry) => typeof entry === 'string' && entry !== '')
  const isMention = typeof type === 'string' && /^mention/i.test(type)
  return (
    text || (named ? `${isMention ? '@' : ''}${String(named)}` : `[${typeof type === 'string' ? type : 'unknown'}]`)
  )
}

function parse(source: string): unknown {
  try {
    return JSON.parse(source)
  } catch {
    return null
  }
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(' ')
  if (typeof value !== 'object' || value === null) return ''
  const { text, content } = value as Record<string, unknown>
  return `${typeof text === 'string' ? text : ''}${content === undefined ? '' : textOf(content)}`
}
