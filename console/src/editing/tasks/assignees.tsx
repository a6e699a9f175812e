import { Group, Input, Stack, Text } from '@mantine/core'
import type { SharingTagInput } from '../../../../platform/client/index.ts'
import { ShareBlockDocument } from '../../documents.ts'
import { useGraphMutation } from '../../graph/use-graph.ts'
import { MutationError } from '../../ui/mutation-error.tsx'
import { TagChip } from '../../ui/tag-chip.tsx'
import { TagPicker } from '../../ui/tag-picker.tsx'
import { type Assignee, toAssignment, toUnassignment } from './assignment.ts'
import type { EditedTask } from './use-task.ts'

interface AssigneesProps {
  task: EditedTask
  ownTagId: string | undefined
  canEdit: boolean
}

/** Who is to do a task. */
export function Assignees({ task, ownTagId, canEdit }: AssigneesProps) {
  const mutation = useGraphMutation(ShareBlockDocument, { topics: [`block:${task._id}`] })
  const assigned = task.sharingTags.filter((link) => link.assigned)
  const send = (sharingTag: SharingTagInput) =>
    mutation.mutate({ input: { referenceBlock: { id: task._id, blockType: 'task' }, sharingTag } })
  const assign = (whom: Assignee) => send(toAssignment(whom, task.sharingTags, ownTagId))
  return (
    <Stack gap={6}>
      <Input.Label component="div">Assigned to</Input.Label>
      {assigned.length > 0 ? (
        <Group gap="xs">
          {assigned.map((link) =>
            link.tag ? (
              <TagChip
                key={link.tagId}
                tag={link.tag}
                {...(canEdit ? { onRemove: () => send(toUnassignment(link)) } : {})}
              />
            ) : null,
          )}
        </Group>
      ) : (
        <Text size="sm" c="dimmed">
          Nobody. It is a task of whoever created it.
        </Text>
      )}
      {canEdit && (
        <TagPicker
          label="Assign to somebody"
          isLabelHidden
          placeholder="Assign to: name or email address"
          tagTypes={['person']}
          exclude={assigned.map(({ tagId }) => tagId)}
          onPick={(tag) => assign({ tagId: tag._id })}
          onPickEmail={(email) => assign({ email })}
        />
      )}
      <MutationError error={mutation.error} />
    </Stack>
  )
}
