import { Anchor, Badge, Button, Checkbox } from '@mantine/core'
import { Link } from 'react-router'
import { useArchive } from '../../collaboration/archive/use-archive.tsx'
import { SaveTaskDocument } from '../../documents.ts'
import { useGraphMutation } from '../../graph/use-graph.ts'
import { titleOf } from '../../text/blocks.ts'
import { BLOCK_KINDS } from '../../text/kinds.ts'
import { BlockIcon } from '../../ui/kind-icon.tsx'
import { BlockLink } from '../../ui/links.tsx'
import { MutationError } from '../../ui/mutation-error.tsx'
import { ownersOf, reasonOf, type TaskOfToday, type TaskReason } from './tasks.ts'
import classes from './today.module.css'

const COLORS: Readonly<Record<TaskReason['level'], string>> = {
  overdue: 'red',
  today: 'orange',
  priority: 'grape',
  soon: 'gray',
}
const TASKS = { topics: ['blocks:task'] } as const

function ReasonBadge({ task, now }: { task: TaskOfToday; now: number }) {
  const { text, level } = reasonOf(task, now)
  return (
    <Badge size="sm" variant="light" color={COLORS[level]} tt="none">
      {text}
    </Badge>
  )
}

/** A task that can be completed right here. */
export function TaskRow({ task, now }: { task: TaskOfToday; now: number }) {
  const save = useGraphMutation(SaveTaskDocument, TASKS)
  const { _id, priority, dateDue, status, access } = task
  const title = titleOf(task)
  const isDone = save.isPending || save.isSuccess
  return (
    <li className={classes.row}>
      <Checkbox
        mt={4}
        aria-label={`Complete ${title}`}
        checked={isDone}
        disabled={access !== 'RW' || isDone}
        onChange={() => save.mutate({ input: { _id, status: 'completed' } })}
      />
      <div className={classes.main}>
        <BlockLink id={_id} className={classes.title}>
          {title}
        </BlockLink>
        {status === 'in_progress' && <div className={classes.details}>In progress</div>}
        <MutationError error={save.error} />
      </div>
      <div className={classes.end}>
        {priority && dateDue !== null && (
          <Badge size="sm" variant="light" color={COLORS.priority} tt="none">
            Priority
          </Badge>
        )}
        <ReasonBadge task={task} now={now} />
      </div>
    </li>
  )
}

interface ProposedTaskProps {
  task: TaskOfToday
  ownTagId: string
  now: number
}

/** A task that somebody promised, with what it was taken from. */
export function ProposedTask({ task, ownTagId, now }: ProposedTaskProps) {
  const save = useGraphMutation(SaveTaskDocument, TASKS)
  const { archive, isPending, dialog } = useArchive(task, TASKS)
  const { _id, originReferenceBlock: origin, dateDue } = task
  const title = titleOf(task)
  const owner = ownersOf(task, ownTagId)
  const isBusy = save.isPending || isPending
  return (
    <li className={classes.row}>
      <BlockIcon type="task" />
      <div className={classes.main}>
        <BlockLink id={_id} className={classes.title}>
          {title}
        </BlockLink>
        <div className={classes.details}>
          {owner !== undefined && <bdi>{owner}</bdi>}
          {origin && (
            <Anchor component={Link} to={`/blocks/${origin.id}`} inherit c="inherit" td="underline">
              from {origin.blockType ? `a ${BLOCK_KINDS[origin.blockType].singular}` : 'here'}
            </Anchor>
          )}
          {dateDue !== null && <ReasonBadge task={task} now={now} />}
        </div>
        <MutationError error={save.error} />
        {dialog}
      </div>
      <div className={classes.end}>
        <Button
          size="compact-xs"
          variant="light"
          loading={save.isPending}
          disabled={isBusy}
          onClick={() => save.mutate({ input: { _id, proposed: false } })}
          aria-label={`Accept ${title}`}
        >
          Accept
        </Button>
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          loading={isPending}
          disabled={isBusy}
          onClick={() => void archive()}
          aria-label={`Dismiss ${title}`}
        >
          Dismiss
        </Button>
      </div>
    </li>
  )
}
