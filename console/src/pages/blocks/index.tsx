import { useParams } from 'react-router'
import { BlockPageDocument } from '../../documents.ts'
import { describeError } from '../../graph/errors.ts'
import { topicsOfBlockPage } from '../../graph/topics.ts'
import { useGraphQuery } from '../../graph/use-graph.ts'
import { Page } from '../../ui/page.tsx'
import { Failure } from '../../ui/states.tsx'
import { BlockFrame } from './layout.tsx'
import { LoadingBlock } from './loading.tsx'
import { NotVisible } from './not-visible.tsx'

/** The page of a block of any kind. */
export default function BlockPage() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useGraphQuery(BlockPageDocument, { id }, { topics: topicsOfBlockPage(id) })
  // What was loaded before is not shown any more once it is no longer shared.
  if (error && describeError(error).kind === 'missing') return <NotVisible wasVisible={data !== undefined} />
  if (data?.block) return <BlockFrame key={id} block={data.block} context={data} />
  if (data) return <NotVisible wasVisible={false} />
  if (!error) return <LoadingBlock />
  return (
    <Page title="Block">
      <Failure error={error} retry={refetch} />
    </Page>
  )
}
