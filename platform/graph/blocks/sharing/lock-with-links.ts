import type { Mutation } from '../../../storage/graph/access/mutation.ts'
import { loadViewerLinks } from '../../../storage/graph/access/shares.ts'
import type { BlockRow } from '../../../storage/graph/access/visibility.ts'
import type { SharingRow } from '../../../storage/graph/blocks/links.ts'
import { mayFail } from '../../../storage/postgres/pipelining.ts'
import { lockAnd } from '../references.ts'

interface LockedWithLinks<Result> {
  block: BlockRow
  /** The viewer's links of the block, by tag id. */
  links: ReadonlyMap<string, SharingRow>
  result: Result
}

/** Like `lockAnd`, and also loads the viewer's links of the block. `readMore` may read what does not depend on the block. */
export async function lockWithLinks<Result>(
  mutation: Mutation,
  locking: Promise<BlockRow>,
  id: string,
  readMore: (blockId: string) => Promise<Result>,
): Promise<LockedWithLinks<Result>> {
  const { block, result } = await lockAnd(mutation, locking, id, async (block_id) => {
    const loading = mayFail(loadViewerLinks(mutation, { block_id }))
    const read = await readMore(block_id)
    return { links: await loading, read }
  })
  return { block, links: result.links, result: result.read }
}
