import { Button, Checkbox, Group, SegmentedControl, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCheckbox, IconPlus } from '@tabler/icons-react'
import { useSearchParams } from 'react-router'
import { SetTaskStatusDocument, TagBlocksDocument, type TagBlocksQuery } from '../../../documents.ts'
import { NewTask } from '../../../editing/new-task.tsx'
import { useGraphMutation, useGraphPages } from '../../../graph/use-graph.ts'
import { titleOf } from '../../../text/blocks.ts'
import { BlockRow } from '../../../ui/block-row.tsx'
import { notifyFailure } from '../../../ui/notify.ts'
import { BlockList } from './block-list.tsx'
import type { SectionProps } from './props.ts'

const pick = (data: TagBlocksQuery) => data.searchGraph
type Block = NonNullable<TagBlocksQuery['searchGraph']>[number]

/** The tasks that concern a tag, by due date. */
export function TasksSection({ tag }: SectionProps) {
  const [parameters, setParameters] = useSearchParams()
  const [isCreating, creating] = useDisclosure(false)
  const showsAll = parameters.get('show') === 'all'
  const input = {
    tagIds: [tag._id],
    blockTypes: ['task' as const],
    smart: true,
    ...(showsAll ? {} : { statuses: ['not_started' as const, 'in_progress' as const] }),
  }
  const query = useGraphPages(TagBlocksDocument, input, { topics: ['blocks:task'], pick, showPrevious: true })
  const create = (
    <Button size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={creating.open}>
      New task
    </Button>
  )
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <SegmentedControl
          size="xs"
          aria-label="Which tasks"
          value={showsAll ? 'all' : 'open'}
          data={[
            { value: 'open', label: 'Open' },
            { value: 'all', label: 'All' },
          ]}
          onChange={(value) => setParameters(value === 'all' ? { tab: 'tasks', show: 'all' } : { tab: 'tasks' })}
        />
        {create}
      </Group>
      <BlockList
        query={query}
        label="Tasks"
        empty={{
          icon: IconCheckbox,
          title: showsAll ? 'No tasks yet' : 'No open tasks',
          text: 'Tasks that are about this, or assigned to this person, appear here.',
          action: create,
        }}
      >
        {(block) => <BlockRow block={block} action={<Done block={block} />} />}
      </BlockList>
      <NewTask opened={isCreating} onClose={creating.close} tags={[{ _id: tag._id, alias: tag.alias }]} />
    </Stack>
  )
}

/** Marks a task as done, or as open again. */
function Done({ block }: { block: Block }) {
  const change = useGraphMutation(SetTaskStatusDocument, { topics: ['blocks:task', 'tag'] })
  if (block.__typename !== 'Task') return null
  const status = change.isPending ? change.variables.status : block.status
  const isDone = status === 'completed'
  return (
    <Checkbox
      size="xs"
      aria-label={`Done: ${titleOf(block)}`}
      checked={isDone}
      onChange={() =>
        change.mutate({ id: block._id, status: isDone ? 'not_started' : 'completed' }, { onError: notifyFailure })
      }
    />
  )
}
