import { ActionIcon, Badge, Box, Group, Menu, Text } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { type BlockCommentsQuery, WriteCommentDocument } from '../../documents.ts'
import { useGraphMutation } from '../../graph/use-graph.ts'
import { When } from '../../ui/when.tsx'
import { useArchive } from '../archive/use-archive.tsx'
import { Reactions } from '../reactions/bar.tsx'
import { isBlank, toBodyDocument } from './body.ts'
import { CommentField } from './form.tsx'

export type ShownComment = Extract<NonNullable<BlockCommentsQuery['searchGraph']>[number], { _id: string }>

interface CommentProps {
  comment: ShownComment
  /** The block that it is on. */
  parentId: string
  ownTagId: string | undefined
}

/** A comment with its reactions; its author may change and remove it. */
export function Comment({ comment, parentId, ownTagId }: CommentProps) {
  const { _id, author, text, dateCreated, dateEdited, generated } = comment
  const [draft, setDraft] = useState<string>()
  const write = useGraphMutation(WriteCommentDocument, { topics: [`block:${parentId}`] })
  const archive = useArchive({ ...comment, title: null }, { topics: [`block:${parentId}`] })
  const isOwn = author?.self ?? false
  const save = async () => {
    if (draft === undefined || isBlank(draft)) return
    await write.mutateAsync({ input: { _id, bodyDocument: toBodyDocument(draft) } })
    setDraft(undefined)
  }
  return (
    <Box component="li">
      <Group gap={6} wrap="nowrap" justify="space-between">
        <Text size="sm" component="div" miw={0} style={{ overflowWrap: 'anywhere' }}>
          <b>{isOwn ? 'You' : (author?.name ?? 'Somebody')}</b>{' '}
          {generated && (
            <Badge size="xs" variant="light" color="grape">
              AI
            </Badge>
          )}{' '}
          {dateCreated != null && <When time={dateCreated} relative c="dimmed" size="xs" />}
          {dateEdited != null && (
            <Text span size="xs" c="dimmed">
              , edited
            </Text>
          )}
        </Text>
        {isOwn && draft === undefined && (
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon variant="subtle" color="gray" size="sm" aria-label="Actions of your comment">
                <IconDots size={14} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => setDraft(text ?? '')}>Edit</Menu.Item>
              <Menu.Item color="red" onClick={() => void archive.archive()}>
                Remove
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </Group>
      {draft === undefined ? (
        <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {text}
        </Text>
      ) : (
        <CommentField
          label="Edit your comment"
          action="Save"
          text={draft}
          error={write.error}
          isRunning={write.isPending}
          onChange={setDraft}
          onSend={() => void save().catch(() => {})}
          onCancel={() => setDraft(undefined)}
        />
      )}
      <Box mt={4}>
        <Reactions block={comment} ownTagId={ownTagId} isCompact />
      </Box>
      {archive.dialog}
    </Box>
  )
}
