import { createQueries } from '../graph/queries.ts'
import type { Viewer } from '../graph/viewer.ts'
import { createMutations } from '../writes/mutations.ts'
import type { Send } from '../writes/run.ts'
import type { Targets } from '../writes/targets.ts'
import type { GraphSide } from './graph-sides.ts'

/** Something that is sent again and again, and measured. `turn` makes each change differ from the one before. */
export interface Step {
  name: string
  send: (side: GraphSide, turn: number) => Promise<unknown>
}

/** The owner's blocks that are shared with the guest. */
export const SHARED = 50

/** Shares blocks of the owner with the guest. */
export async function shareWithGuest(side: GraphSide, { unshared }: Targets): Promise<void> {
  for (const { id, type } of unshared.slice(0, SHARED)) {
    const sharingTag = { tagId: side.guestTagId, shared: true, sharingLevel: 1, sharingApproach: 1 }
    await send(side.owner, ADD_LINK, { input: { referenceBlock: { id, blockType: type }, sharingTag } })
  }
}

export function createSteps(owner: Viewer, targets: Targets): Step[] {
  const queries = createQueries(owner)
  const mutations = createMutations(owner, targets)
  const query = (name: string) => {
    const operation = queries.find((other) => other.name === name)?.platform
    if (!operation) throw new Error(`there is no query ${name}`)
    return ({ owner: as }: GraphSide) => send(as, operation.query, operation.variables)
  }
  const mutation = mutations.find(({ name }) => name === 'archive or restore a shared block')
  if (!mutation) throw new Error('there is no such mutation')
  const shared = targets.unshared.slice(0, SHARED)
  const own = targets.unshared.slice(SHARED, 2 * SHARED)
  const react = (as: Send, turn: number) => {
    const { id, type } = shared[turn % SHARED] ?? { id: '', type: '' }
    return send(as, REACT, { input: { _id: id, blockType: type, shortcodes: `emoji_${turn}` } })
  }
  const archive = (blocks: typeof own) => (side: GraphSide, turn: number) => {
    const block = blocks[turn % blocks.length]
    if (!block) throw new Error('the graph has no block to change')
    return side.owner(mutation.change(block, Math.floor(turn / blocks.length)))
  }
  return [
    { name: '50 newest of a tag, with links and tags', send: query('the same with links and tags') },
    { name: 'one block', send: query('one block') },
    {
      name: 'one block of another bucket',
      send: ({ guest }, turn) => send(guest, ONE_BLOCK, { input: { _id: shared[turn % SHARED]?.id } }),
    },
    {
      name: '50 of another bucket, with links and tags',
      send: ({ guest, guestOwnTagId }) => send(guest, SEARCH, { input: { tags: [{ _ids: [guestOwnTagId] }] } }),
    },
    { name: 'change an own block', send: archive(own) },
    { name: 'change one that another bucket sees', send: archive(shared) },
    { name: 'react to a block of another bucket', send: ({ guest }, turn) => react(guest, turn) },
  ]
}

const BLOCK = '_id blockType title summary dateCreated dateUpdated'
const LINKS = 'sharingTags { tagId shared sharingLevel tag { _id alias } }'
const SEARCH = `query Bench($input: GraphSearchInput) { searchGraph(input: $input) { ${BLOCK} ${LINKS} } }`
const ONE_BLOCK = `query Bench($input: FindBlockInput!) { block(input: $input) { ${BLOCK} } }`
const ADD_LINK = 'mutation Bench($input: AddSharingTagInput!) { addSharingTag(input: $input) { block { _id } } }'
const REACT = 'mutation Bench($input: ReactionInput!) { addReaction(input: $input) { shortcodes count self } }'

function send(as: Send, query: string, variables: object): Promise<Record<string, unknown>> {
  return as({ blockId: undefined, platform: { query, variables }, plain: { mutation: 'archive', parameters: {} } })
}
