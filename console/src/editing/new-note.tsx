import { Textarea, TextInput } from '@mantine/core'
import { useNavigate } from 'react-router'
import { SaveNoteDocument } from '../documents.ts'
import { useGraphMutation } from '../graph/use-graph.ts'
import { type Attachment, type Invited, toLink, toNewDocument } from './attachment.ts'
import { NewBlockDialog } from './new-block-dialog.tsx'
import { TagsField } from './tags-field.tsx'
import { useDraft } from './use-draft.ts'

interface NewNoteProps extends Attachment {
  opened: boolean
  onClose: () => void
}

interface Draft {
  title: string
  text: string
  about: readonly Invited[]
}

/** Asks for a new note and opens it. It can be opened from anywhere. */
export function NewNote({ opened, onClose, tags = [], block }: NewNoteProps) {
  const initial: Draft = { title: '', text: '', about: tags.map((tag) => ({ tag })) }
  const { draft, set, id, reset } = useDraft(initial, opened)
  const save = useGraphMutation(SaveNoteDocument)
  const navigate = useNavigate()
  const create = async () => {
    const document = toNewDocument(draft.text, block, window.location.origin)
    const sharingTags = draft.about.flatMap((about) => ('tag' in about ? [toLink(about.tag._id)] : []))
    await save.mutateAsync({
      input: { _id: id, title: draft.title.trim(), sharingTags, ...(document === undefined ? {} : { document }) },
    })
    reset()
    onClose()
    await navigate(`/blocks/${id}`)
  }
  return (
    <NewBlockDialog
      title="New note"
      action="Create note"
      opened={opened}
      onClose={onClose}
      block={block}
      isRunning={save.isPending}
      error={save.error}
      onSubmit={create}
    >
      <TextInput
        label="Title"
        value={draft.title}
        maxLength={1_000}
        data-autofocus
        onChange={(event) => set({ title: event.currentTarget.value })}
      />
      <Textarea
        label="Text"
        description="You can format it once the note is open."
        autosize
        minRows={4}
        maxRows={14}
        value={draft.text}
        onChange={(event) => set({ text: event.currentTarget.value })}
      />
      <TagsField
        label="About"
        description="The note appears on the pages of these people and companies, for you and for whom you share it with."
        chosen={draft.about}
        onChange={(about) => set({ about })}
      />
    </NewBlockDialog>
  )
}
