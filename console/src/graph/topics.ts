import type { BlockType } from '../../../platform/client/index.ts'
import { BLOCK_KINDS } from '../text/kinds.ts'

/**
 * What a query shows, and what an event changes. A query is loaded again when an event has one of its topics:
 *
 * - `block`, `tag`, `sync`, `recommendation`: any of them;
 * - `blocks:<type>`: any block of a type;
 * - `block:<id>`, `tag:<id>`, `syncs:<connection id>`: one object;
 * - `folders`: no events, only what is changed in this window;
 * - `connections`: what is connected, and the syncs of each connection. `connection:<id>`: one of them, without its syncs.
 */
export type Topic =
  | 'block'
  | 'tag'
  | 'sync'
  | 'recommendation'
  | 'connections'
  | 'folders'
  | `blocks:${BlockType}`
  | `block:${string}`
  | `tag:${string}`
  | `connection:${string}`
  | `syncs:${string}`

/** The object that changed. The id of a sync is that of its connection. */
export interface ChangedObject {
  _id: string
  /** Of blocks only, unless the block is no longer visible. */
  blockType?: string | null
}

const ALL_KINDS = Object.keys(BLOCK_KINDS) as BlockType[]

/** A block that is no longer visible may have been in a list of any kind. */
export function topicsOfBlock({ _id, blockType }: ChangedObject): Topic[] {
  const kinds = blockType ? [blockType as BlockType] : ALL_KINDS
  return ['block', `block:${_id}`, ...kinds.map((kind): Topic => `blocks:${kind}`)]
}

export function topicsOfTag({ _id }: ChangedObject): Topic[] {
  return ['tag', `tag:${_id}`]
}

export function topicsOfConnection({ _id }: ChangedObject): Topic[] {
  return ['connections', `connection:${_id}`, `syncs:${_id}`]
}

export function topicsOfSync({ _id }: ChangedObject): Topic[] {
  return ['sync', 'connections', `syncs:${_id}`]
}

/** The page of a block changes with the block, and with what came out of it or belongs to it. */
export function topicsOfBlockPage(id: string): Topic[] {
  return [`block:${id}`, 'blocks:task', 'blocks:note', 'blocks:message']
}
