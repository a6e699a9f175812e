import type { SharingTagInput } from '../../../../platform/client/index.ts'
import { ShareBlockDocument } from '../../documents.ts'
import { useGraphMutation } from '../../graph/use-graph.ts'
import type { SharedBlock } from './reasons.ts'

/** A deliberate link (sharingApproach of the specification). */
const EXPLICIT = 1

type Recipient = Pick<SharingTagInput, 'tagId' | 'email' | 'sharingLevel'>

/** Shares a block with somebody, or changes how much they may do. How the link came about stays. */
export function useShare({ _id, blockType, sharingTags }: SharedBlock) {
  const mutation = useGraphMutation(ShareBlockDocument, { topics: [`block:${_id}`] })
  const share = ({ tagId, email, sharingLevel }: Recipient) => {
    const current = sharingTags.find((link) => link.tagId === tagId)
    const sharingApproach = current?.shared ? current.sharingApproach : EXPLICIT
    const whom = tagId ? { tagId } : { email }
    const sharingTag = { ...whom, shared: true, sharingLevel, sharingApproach }
    return mutation.mutateAsync({ input: { referenceBlock: { id: _id, blockType }, sharingTag } }).then(
      () => true,
      () => false,
    )
  }
  return { share, isPending: mutation.isPending, error: mutation.error, reset: mutation.reset }
}
