import { Badge, Box, Text } from '@mantine/core'
import { toLine } from '../../../text/blocks.ts'
import { formatDay } from '../../../text/dates.ts'
import { BlockRow } from '../../../ui/block-row.tsx'
import { ProposalButtons } from '../proposal.tsx'
import type { BlockOf, Row } from '../shared/block.ts'
import { PersonName } from '../shared/person.tsx'
import { Section } from '../shared/section.tsx'
import { JumpButton } from './jump-button.tsx'
import { itemsWithoutTask } from './task-items.ts'
import classes from './transcript.module.css'

interface TasksProps {
  /** The tasks that came out of the meeting; proposed ones wait for approval. */
  tasks: readonly Row[]
  /** The action items as the vendor has them. */
  items: NonNullable<BlockOf<'Transcription'>['actionItems']>
  jump: (time: number) => void
}

/** What was agreed on. */
export function Tasks({ tasks, items, jump }: TasksProps) {
  const others = itemsWithoutTask(items, tasks)
  if (tasks.length === 0 && items.length === 0) return null
  return (
    <Section title="Tasks">
      {tasks.map((task) => (
        <Box key={task._id}>
          <BlockRow block={task} />
          {isDecidable(task) && (
            <Box pl={48} py={6}>
              <ProposalButtons taskId={task._id} size="compact-xs" title={toLine(task.title)} />
            </Box>
          )}
        </Box>
      ))}
      <ul className={classes.outline}>
        {others.map(({ title, text, status, dateDue, startOffset, assignedTo }, index) => {
          const words = toLine(title) || toLine(text) || 'Task without a title'
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: action items may have no id, and their order does not change
            <li key={index}>
              <div className={classes.line}>
                {startOffset !== null && <JumpButton time={startOffset} jump={jump} label={words} />}
                <Text size="sm" component="div">
                  <bdi>{words}</bdi> {assignedTo && <PersonName person={assignedTo} />}{' '}
                  {dateDue !== null && (
                    <Text span c="dimmed">
                      due {formatDay(dateDue)}
                    </Text>
                  )}{' '}
                  {status && (
                    <Badge size="xs" variant="light" color="gray">
                      {status}
                    </Badge>
                  )}
                </Text>
              </div>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}

/** Whether the person may accept or dismiss it. */
function isDecidable(task: Row): boolean {
  return task.__typename === 'Task' && task.proposed === true && !task.archived && task.access === 'RW'
}
