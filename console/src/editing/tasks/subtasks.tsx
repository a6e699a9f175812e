import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { SaveTaskDocument, type ShownTaskFragment, SubtasksDocument, type SubtasksQuery } from '../../documents.ts'
import { useGraphMutation, useGraphQuery } from '../../graph/use-graph.ts'
import { BlockLink } from '../../ui/links.tsx'
import { MutationError } from '../../ui/mutation-error.tsx'
import { Failure } from '../../ui/states.tsx'
import { When } from '../../ui/when.tsx'

const MAX_SUBTASKS = 200

type Found = NonNullable<SubtasksQuery['searchGraph']>[number]

/** The tasks that a task consists of. */
export function Subtasks({ taskId, canEdit }: { taskId: string; canEdit: boolean }) {
  const parentReferenceBlock = { id: taskId, blockType: 'task' as const }
  const query = useGraphQuery(
    SubtasksDocument,
    {
      input: {
        parentReferenceBlock,
        blockTypes: ['task'],
        sort: [{ field: 'dateCreated', order: 'ASC' }],
        size: MAX_SUBTASKS,
      },
    },
    { topics: ['blocks:task'] },
  )
  const save = useGraphMutation(SaveTaskDocument, { topics: ['blocks:task'] })
  const [title, setTitle] = useState('')
  const id = useRef(crypto.randomUUID())
  const add = async () => {
    if (title.trim() === '' || save.isPending) return
    await save.mutateAsync({ input: { _id: id.current, title: title.trim(), parentReferenceBlock } })
    id.current = crypto.randomUUID()
    setTitle('')
  }
  const tasks = query.data?.searchGraph?.filter(isTask) ?? []
  if (query.error && !query.data) return <Failure error={query.error} retry={query.refetch} />
  if (tasks.length === 0 && !canEdit) return null
  return (
    <Stack gap={6} component="section" aria-label="Subtasks">
      <Text size="sm" fw={500}>
        Subtasks {tasks.length > 0 && `(${tasks.filter(isDone).length} of ${tasks.length} done)`}
      </Text>
      <Stack gap={4} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {tasks.map((task) => (
          <Subtask key={task._id} task={task} />
        ))}
      </Stack>
      {canEdit && (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            void add().catch(() => {})
          }}
        >
          <Group gap="xs" wrap="nowrap">
            <TextInput
              flex={1}
              aria-label="New subtask"
              placeholder="Add a subtask"
              value={title}
              maxLength={1_000}
              onChange={(event) => setTitle(event.currentTarget.value)}
            />
            <Button type="submit" variant="default" loading={save.isPending} disabled={title.trim() === ''}>
              Add
            </Button>
          </Group>
        </form>
      )}
      <MutationError error={save.error} />
    </Stack>
  )
}

function Subtask({ task }: { task: ShownTaskFragment }) {
  const save = useGraphMutation(SaveTaskDocument, { topics: ['blocks:task'] })
  const title = task.title || 'Untitled task'
  const checked = save.isPending ? save.variables.input.status === 'completed' : isDone(task)
  return (
    <li>
      <Group gap="xs" wrap="nowrap">
        <Checkbox
          aria-label={`Done: ${title}`}
          checked={checked}
          disabled={task.access?.toUpperCase() !== 'RW'}
          onChange={(event) =>
            save.mutate({ input: { _id: task._id, status: event.currentTarget.checked ? 'completed' : 'not_started' } })
          }
        />
        <BlockLink id={task._id} size="sm" td={checked ? 'line-through' : undefined} truncate="end">
          {title}
        </BlockLink>
        {task.dateDue !== null && <When time={task.dateDue} size="xs" c="dimmed" />}
      </Group>
      <MutationError error={save.error} />
    </li>
  )
}

function isTask(found: Found): found is ShownTaskFragment {
  return '_id' in found
}

function isDone({ status }: ShownTaskFragment): boolean {
  return status?.toLowerCase() === 'completed'
}
