import { Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { isBlank, toBodyDocument } from '../collaboration/comments/body.ts'
import { CreateThreadDocument, WriteCommentDocument } from '../documents.ts'
import { useGraphMutation } from '../graph/use-graph.ts'
import { type Attachment, type Invited, mergeLinks, toInvitation, toLink } from './attachment.ts'
import { NewBlockDialog } from './new-block-dialog.tsx'
import { TagsField } from './tags-field.tsx'
import { useDraft } from './use-draft.ts'

interface NewThreadProps extends Attachment {
  opened: boolean
  onClose: () => void
}

interface Draft {
  title: string
  message: string
  people: readonly Invited[]
}

/** Asks for a new thread and its first message, and opens it. It can be opened from anywhere. */
export function NewThread({ opened, onClose, tags = [], block }: NewThreadProps) {
  const people = tags.flatMap((tag): Invited[] => (tag.tagType === 'person' ? [{ tag }] : []))
  const initial: Draft = { title: block?.title ?? '', message: '', people }
  const { draft, set, id, reset } = useDraft(initial, opened)
  const [messageId, setMessageId] = useState(() => crypto.randomUUID())
  const thread = useGraphMutation(CreateThreadDocument)
  const message = useGraphMutation(WriteCommentDocument)
  const navigate = useNavigate()
  const create = async () => {
    const links = tags.map((tag) => toLink(tag._id))
    const sharingTags = mergeLinks(draft.people.map(toInvitation), links)
    await thread.mutateAsync({ input: { _id: id, title: draft.title.trim(), sharingTags } })
    if (!isBlank(draft.message)) {
      await message.mutateAsync({
        input: { _id: messageId, threadId: id, bodyDocument: toBodyDocument(draft.message) },
      })
    }
    setMessageId(crypto.randomUUID())
    reset()
    onClose()
    await navigate(`/blocks/${id}`)
  }
  return (
    <NewBlockDialog
      title="New thread"
      action="Start thread"
      opened={opened}
      onClose={onClose}
      block={block}
      isRunning={thread.isPending || message.isPending}
      isComplete={draft.title.trim() !== ''}
      error={thread.error ?? message.error}
      onSubmit={create}
    >
      <TextInput
        label="Subject"
        required
        value={draft.title}
        maxLength={1_000}
        data-autofocus
        onChange={(event) => set({ title: event.currentTarget.value })}
      />
      <TagsField
        label="With"
        description="They read the thread and write in it, after signing in to Provider Hub."
        tagTypes={['person']}
        allowEmail
        chosen={draft.people}
        onChange={(people) => set({ people })}
      />
      <Textarea
        label="First message"
        autosize
        minRows={3}
        maxRows={12}
        value={draft.message}
        onChange={(event) => set({ message: event.currentTarget.value })}
      />
    </NewBlockDialog>
  )
}
