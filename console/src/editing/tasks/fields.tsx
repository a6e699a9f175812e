import { Group, SegmentedControl, SimpleGrid, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core'
import { useNavigate } from 'react-router'
import type { TaskStatus } from '../../../../platform/client/index.ts'
import { usePerson } from '../../sign-in/session-context.tsx'
import { MutationError } from '../../ui/mutation-error.tsx'
import { notifyUnsaved } from '../unsaved.tsx'
import { fromDayValue, fromMinuteValue, toDayValue, toMinuteValue } from './times.ts'
import { useTypedField } from './typed-field.ts'
import { type EditedTask, useTaskChanges } from './use-task.ts'

const STATUSES = [
  { value: 'not_started', label: 'To do' },
  { value: 'in_progress', label: 'In progress' },
  { value: 'completed', label: 'Done' },
]

/** The fields of a task, each saved when it is changed. */
export function TaskFields({ task, canEdit }: { task: EditedTask; canEdit: boolean }) {
  const { shown, change, error } = useTaskChanges(task)
  const onLost = useLostText(task._id)
  const title = useTypedField(task.title ?? '', (text) => change({ title: text.trim() }), onLost)
  const details = useTypedField(
    task.summary ?? '',
    (summary) => change({ summary: summary === '' ? null : summary }),
    onLost,
  )
  const due = useTypedField(toDayValue(task.dateDue), async (day) => {
    const dateDue = fromDayValue(day, task.dateDue)
    return dateDue === undefined ? false : change({ dateDue })
  })
  const remind = useTypedField(toMinuteValue(task.dateRemindMe), async (minute) => {
    const dateRemindMe = fromMinuteValue(minute)
    return dateRemindMe === undefined ? false : change({ dateRemindMe })
  })
  return (
    <Stack gap="md">
      <Group gap="sm" justify="space-between">
        <SegmentedControl
          aria-label="Status"
          data={STATUSES}
          value={shown.status?.toLowerCase() ?? 'not_started'}
          readOnly={!canEdit}
          onChange={(status) => void change({ status: status as TaskStatus })}
        />
        <Group gap="lg">
          <Switch
            label="Priority"
            checked={shown.priority ?? false}
            disabled={!canEdit}
            onChange={(event) => void change({ priority: event.currentTarget.checked })}
          />
          <Switch
            label="Snoozed"
            checked={shown.snoozed ?? false}
            disabled={!canEdit}
            onChange={(event) => void change({ snoozed: event.currentTarget.checked })}
          />
        </Group>
      </Group>
      {shown.snoozed && (
        <Text size="sm" c="dimmed">
          Your lists of tasks leave it out until you switch this off.
        </Text>
      )}
      <TextInput label="Title" readOnly={!canEdit} maxLength={1_000} {...toProps(title)} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput type="date" label="Due" readOnly={!canEdit} {...toProps(due)} />
        <TextInput type="datetime-local" label="Remind me" readOnly={!canEdit} {...toProps(remind)} />
      </SimpleGrid>
      <Textarea
        label="Details"
        autosize
        minRows={2}
        maxRows={16}
        maxLength={20_000}
        readOnly={!canEdit}
        value={details.value}
        onChange={(event) => details.onType(event.currentTarget.value)}
        onBlur={details.commit}
      />
      <MutationError error={error} />
    </Stack>
  )
}

/** Offers a text of a task that could not be saved when its page was left, to the person who has written it. */
function useLostText(taskId: string): (text: string) => void {
  const { isSignedIn } = usePerson()
  const navigate = useNavigate()
  return (text) => {
    if (!isSignedIn()) return
    const reason = 'It was refused, or the platform could not be reached. Copy the text, and enter it again.'
    notifyUnsaved({ of: 'a task', reason, text, open: () => navigate(`/blocks/${taskId}`) })
  }
}

function toProps({ value, onType, commit }: ReturnType<typeof useTypedField>) {
  return {
    value,
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => onType(event.currentTarget.value),
    onBlur: commit,
    onKeyDown: (event: React.KeyboardEvent) => {
      if (event.key === 'Enter') commit()
    },
  }
}
