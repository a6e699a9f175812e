import { Button, Skeleton, Stack, Text } from '@mantine/core'
import type { BlockType } from '../../../../platform/client/index.ts'
import { BlockCommentsDocument, type BlockCommentsQuery } from '../../documents.ts'
import { useGraphPages } from '../../graph/use-graph.ts'
import { Failure } from '../../ui/states.tsx'
import { CommentForm } from './form.tsx'
import { Comment, type ShownComment } from './one.tsx'

const PAGE_SIZE = 20

function isComment(found: NonNullable<BlockCommentsQuery['searchGraph']>[number]): found is ShownComment {
  return '_id' in found
}

interface CommentsProps {
  block: { _id: string; blockType: BlockType }
  ownTagId: string | undefined
}

/** What people said about a block, oldest first, and a field for what one wants to say. */
export function Comments({ block, ownTagId }: CommentsProps) {
  const query = useGraphPages(
    BlockCommentsDocument,
    {
      parentReferenceBlock: { id: block._id, blockType: block.blockType },
      blockTypes: ['message'],
      sort: [{ field: 'dateCreated', order: 'DESC' }],
    },
    { topics: [`block:${block._id}`, 'blocks:message'], pick: (data) => data.searchGraph, size: PAGE_SIZE },
  )
  const comments = query.rows?.filter(isComment).toReversed()
  return (
    <Stack gap="sm">
      {query.hasNextPage && (
        <Button
          variant="subtle"
          size="compact-xs"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show earlier comments
        </Button>
      )}
      {query.isPending && <Skeleton height={48} />}
      {query.error && !comments && <Failure error={query.error} retry={query.refetch} />}
      {comments?.length === 0 && (
        <Text size="sm" c="dimmed">
          Nobody has commented yet. Everybody who sees this sees the comments too.
        </Text>
      )}
      {comments && comments.length > 0 && (
        <Stack component="ul" gap="sm" m={0} p={0} aria-label="Comments" style={{ listStyle: 'none' }}>
          {comments.map((comment) => (
            <Comment key={comment._id} comment={comment} parentId={block._id} ownTagId={ownTagId} />
          ))}
        </Stack>
      )}
      <CommentForm block={block} />
    </Stack>
  )
}
