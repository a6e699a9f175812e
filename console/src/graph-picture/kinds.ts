import type { TagType } from '../../../platform/client/index.ts'
import { BLOCK_KINDS, COMPANY_SUBTYPE, type Kind, TAG_KINDS } from '../text/kinds.ts'
import type { Shape } from './drawing/shapes.ts'
import type { NodeKind, Picture } from './model.ts'

/** A kind of nodes: its names, its colour in the theme, and its shape, because colour alone is not enough. */
export interface NodeAppearance extends Kind {
  shape: Shape
}

const COMPANY: Kind = { singular: 'company', plural: 'companies', color: 'grape' }

/** THE LEGEND, in its order. */
// biome-ignore format: a table is read by its columns
export const NODE_KINDS: Readonly<Record<NodeKind, NodeAppearance>> = {
  person:        { ...TAG_KINDS.person,             shape: 'circle' },
  company:       { ...COMPANY,                      shape: 'square' },
  topic:         { ...TAG_KINDS.topic,              shape: 'diamond' },
  location:      { ...TAG_KINDS.location,           shape: 'triangle' },
  date:          { ...TAG_KINDS.date,               shape: 'hexagon' },
  email:         { ...BLOCK_KINDS.email,            shape: 'wide' },
  event:         { ...BLOCK_KINDS.event,            shape: 'hexagon' },
  transcription: { ...BLOCK_KINDS.transcription,    shape: 'star' },
  task:          { ...BLOCK_KINDS.task,             shape: 'star' },
  note:          { ...BLOCK_KINDS.note,             shape: 'pentagon' },
  record:        { ...BLOCK_KINDS.record,           shape: 'octagon' },
  document:      { ...BLOCK_KINDS.document,         shape: 'tall' },
  website:       { ...BLOCK_KINDS.website,          shape: 'octagon' },
  thread:        { ...BLOCK_KINDS.thread,           shape: 'inverted' },
  message:       { ...BLOCK_KINDS.message,          shape: 'inverted' },
  table:         { ...BLOCK_KINDS.table,            shape: 'square' },
  calendar:      { ...BLOCK_KINDS.calendar,         shape: 'square' },
  file:          { ...BLOCK_KINDS.file,             shape: 'tall' },
  agent:         { ...BLOCK_KINDS.agent,            shape: 'star' },
  workflow:      { ...BLOCK_KINDS.workflow,         shape: 'diamond' },
  reference:     { ...BLOCK_KINDS.reference,        shape: 'wide' },
}

const ORDER = Object.keys(NODE_KINDS) as NodeKind[]

/** The kind of a tag's node. */
export function kindOfTag({ tagType, tagSubType }: { tagType: TagType; tagSubType?: string | null }): NodeKind {
  return tagSubType === COMPANY_SUBTYPE ? 'company' : tagType
}

export function isTagKind(kind: NodeKind): boolean {
  return kind === 'company' || kind in TAG_KINDS
}

/** The kinds that a picture has, with their numbers of nodes, in the order of the legend. */
export function countKinds({ nodes }: Picture): readonly { kind: NodeKind; count: number }[] {
  const counts = Map.groupBy(nodes, ({ kind }) => kind)
  return ORDER.flatMap((kind) => {
    const count = counts.get(kind)?.length ?? 0
    return count > 0 ? [{ kind, count }] : []
  })
}
