import { Fragment, Mark, type MarkType, type Node, type NodeType, type Schema } from '@tiptap/pm/model'
import { FOREIGN_BLOCK, FOREIGN_INLINE, FOREIGN_MARK, REST } from './foreign.ts'

type Json = Readonly<Record<string, unknown>>

/** A stored note, ready to be edited. */
export interface OpenedDocument {
  /** The editor's document. */
  content: object
  /** The members of the stored document beside its content, which are stored again. */
  frame: Json
}

const FOREIGN: readonly string[] = [FOREIGN_BLOCK, FOREIGN_INLINE, FOREIGN_MARK]
const EMPTY: Json = { type: 'doc' }

/**
 * Converts the `document` of a note, a ProseMirror document as JSON, to one of the editor's schema. What the schema does not
 * know is wrapped, so that nothing is lost when it is stored again. Undefined if it is the document of another kind of editor.
 */
export function openDocument(stored: string | null, schema: Schema): OpenedDocument | undefined {
  const root = stored === null || stored === '' ? EMPTY : parse(stored)
  if (!isJson(root) || root.type !== 'doc') return undefined
  const { content = [], ...frame } = root
  if (!Array.isArray(content)) return undefined
  const { topNodeType } = schema
  const children = content.flatMap((child) => {
    const nodes = toNodes(child, schema, false)
    return nodes.every((node) => topNodeType.validContent(Fragment.from(node))) ? nodes : [wrap(child, schema, false)]
  })
  const blocks =
    children.length > 0 ? children : [schema.nodes.paragraph?.create()].filter((node) => node !== undefined)
  return { content: topNodeType.create(null, Fragment.fromArray(blocks)).toJSON(), frame }
}

/** The document as it is stored, from the editor's. */
export function toStoredDocument(content: object, frame: Json): string {
  const { content: children = [] } = unwrap(content as Json)
  return JSON.stringify({ ...frame, content: children })
}

/** A node of the schema, or a wrapped one. Nothing for an empty text. */
function toNodes(json: unknown, schema: Schema, isInline: boolean): Node[] {
  if (isJson(json) && json.type === 'text' && json.text === '') return []
  const node = toKnownNode(json, schema)
  if (node && node.isInline === isInline) return [node]
  return [wrap(json, schema, isInline)]
}

function wrap(json: unknown, schema: Schema, isInline: boolean): Node {
  const wrapper = schema.nodes[isInline ? FOREIGN_INLINE : FOREIGN_BLOCK] as NodeType
  return wrapper.create({ source: JSON.stringify(json) })
}

/** Undefined if the schema has no such node, or does not allow what is in it. */
function toKnownNode(json: unknown, schema: Schema): Node | undefined {
  if (!isJson(json) || typeof json.type !== 'string' || FOREIGN.includes(json.type)) return undefined
  const { type: name, attrs, content, marks, text, ...members } = json
  const isText = name === 'text'
  const type = Object.hasOwn(schema.nodes, name) ? schema.nodes[name] : undefined
  if (!type || type === schema.topNodeType || (content !== undefined && !Array.isArray(content))) return undefined
  if (isText && (typeof text !== 'string' || hasMembers(members) || hasMembers(attrs) || content !== undefined)) {
    return undefined
  }
  if (!isText && text !== undefined) return undefined
  const markSet = toMarks(marks, schema)
  const ownAttrs = isText ? null : toAttrs(attrs, members, type)
  if (!markSet || ownAttrs === undefined) return undefined
  if (isText) return schema.text(text as string, markSet)
  const children = Fragment.fromArray((content ?? []).flatMap((child) => toNodes(child, schema, type.inlineContent)))
  return type.validContent(children) ? type.create(ownAttrs, children, markSet) : undefined
}

/** The marks of a node; undefined if the editor would lose one of them, because it excludes another. */
function toMarks(json: unknown, schema: Schema): readonly Mark[] | undefined {
  if (json === undefined || json === null) return Mark.none
  if (!Array.isArray(json)) return undefined
  const marks = json.map((mark) => toMark(mark, schema))
  const set = marks.reduce<readonly Mark[]>((all, mark) => mark.addToSet(all), Mark.none)
  return set.length === marks.length ? set : undefined
}

function toMark(json: unknown, schema: Schema): Mark {
  const foreign = schema.marks[FOREIGN_MARK] as MarkType
  const wrap = () => foreign.create({ source: JSON.stringify(json) })
  if (!isJson(json) || typeof json.type !== 'string' || FOREIGN.includes(json.type)) return wrap()
  const { type: name, attrs, ...members } = json
  const type = Object.hasOwn(schema.marks, name) ? schema.marks[name] : undefined
  const ownAttrs = type && toAttrs(attrs, members, type)
  return type && ownAttrs !== undefined ? type.create(ownAttrs) : wrap()
}

/** The attributes of the schema, with all others and unknown members in `rest`. */
function toAttrs(attrs: unknown, members: Json, { spec }: NodeType | MarkType): Json | undefined {
  if (attrs !== undefined && attrs !== null && !isJson(attrs)) return undefined
  const isKnown = (name: string) => name !== REST && Object.hasOwn(spec.attrs ?? {}, name)
  const entries = Object.entries(attrs ?? {})
  const unknown = Object.fromEntries(entries.filter(([name]) => !isKnown(name)))
  const rest = { ...(hasMembers(unknown) && { attrs: unknown }), ...(hasMembers(members) && { members }) }
  const canHaveRest = Object.hasOwn(spec.attrs ?? {}, REST)
  if (hasMembers(rest) && !canHaveRest) return undefined
  const ownAttrs = Object.fromEntries(entries.filter(([name]) => isKnown(name)))
  return hasMembers(rest) ? { ...ownAttrs, [REST]: JSON.stringify(rest) } : ownAttrs
}

/** The stored form of a node or mark of the editor. */
function unwrap({ type, attrs, content, marks, ...others }: Json): Json {
  if (FOREIGN.includes(String(type)) && isJson(attrs)) return parse(String(attrs.source)) as Json
  const { [REST]: rest, ...ownAttrs } = isJson(attrs) ? attrs : {}
  const stored = typeof rest === 'string' ? (parse(rest) as { attrs?: Json; members?: Json }) : {}
  const allAttrs = { ...stored.attrs, ...ownAttrs }
  return {
    type,
    ...stored.members,
    ...(hasMembers(allAttrs) && { attrs: allAttrs }),
    ...(Array.isArray(content) && { content: content.map((child) => unwrap(child)) }),
    ...(Array.isArray(marks) && { marks: marks.map((mark) => unwrap(mark)) }),
    ...others,
  }
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function hasMembers(value: unknown): boolean {
  return isJson(value) && Object.keys(value).length > 0
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
