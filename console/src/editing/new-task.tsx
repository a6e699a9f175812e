import { SimpleGrid, Switch, Textarea, TextInput } from '@mantine/core'
import { useNavigate } from 'react-router'
import { SaveTaskDocument } from '../documents.ts'
import { useGraphMutation } from '../graph/use-graph.ts'
import { type Attachment, type Invited, mergeLinks, toAssignee, toLink } from './attachment.ts'
import { NewBlockDialog } from './new-block-dialog.tsx'
import { TagsField } from './tags-field.tsx'
import { fromDayValue } from './tasks/times.ts'
import { useDraft } from './use-draft.ts'

interface NewTaskProps extends Attachment {
  opened: boolean
  onClose: () => void
}

interface Draft {
  title: string
  details: string
  /** YYYY-MM-DD. */
  due: string
  isPriority: boolean
  assignees: readonly Invited[]
  about: readonly Invited[]
}

/** Asks for a new task and opens it. It can be opened from anywhere. */
export function NewTask({ opened, onClose, tags = [], block }: NewTaskProps) {
  const about = tags.map((tag) => ({ tag }))
  const initial: Draft = { title: '', details: '', due: '', isPriority: false, assignees: [], about }
  const { draft, set, id, reset } = useDraft(initial, opened)
  const save = useGraphMutation(SaveTaskDocument, { topics: ['blocks:task'] })
  const navigate = useNavigate()
  const create = async () => {
    const dateDue = fromDayValue(draft.due, null)
    const links = draft.about.flatMap((whom) => ('tag' in whom ? [toLink(whom.tag._id)] : []))
    await save.mutateAsync({
      input: {
        _id: id,
        title: draft.title.trim(),
        priority: draft.isPriority,
        sharingTags: mergeLinks(draft.assignees.map(toAssignee), links),
        ...(dateDue == null ? {} : { dateDue }),
        ...(draft.details.trim() === '' ? {} : { summary: draft.details }),
        ...(block ? { parentReferenceBlock: { id: block._id, blockType: block.blockType } } : {}),
      },
    })
    reset()
    onClose()
    await navigate(`/blocks/${id}`)
  }
  return (
    <NewBlockDialog
      title="New task"
      action="Create task"
      opened={opened}
      onClose={onClose}
      block={block}
      isRunning={save.isPending}
      isComplete={draft.title.trim() !== ''}
      error={save.error}
      onSubmit={create}
    >
      <TextInput
        label="Title"
        required
        value={draft.title}
        maxLength={1_000}
        data-autofocus
        onChange={(event) => set({ title: event.currentTarget.value })}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} style={{ alignItems: 'end' }}>
        <TextInput
          type="date"
          label="Due"
          value={draft.due}
          onChange={(event) => set({ due: event.currentTarget.value })}
        />
        <Switch
          label="Priority"
          mb={8}
          checked={draft.isPriority}
          onChange={(event) => set({ isPriority: event.currentTarget.checked })}
        />
      </SimpleGrid>
      <Textarea
        label="Details"
        autosize
        minRows={2}
        maxRows={10}
        maxLength={20_000}
        value={draft.details}
        onChange={(event) => set({ details: event.currentTarget.value })}
      />
      <TagsField
        label="Assign to"
        description="They see the task and can edit it. Without anybody it is yours."
        tagTypes={['person']}
        allowEmail
        chosen={draft.assignees}
        onChange={(assignees) => set({ assignees })}
      />
      <TagsField label="About" chosen={draft.about} onChange={(about) => set({ about })} />
    </NewBlockDialog>
  )
}
