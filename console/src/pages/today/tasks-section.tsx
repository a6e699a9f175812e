import { Anchor, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { Nothing } from './placeholders.tsx'
import { ProposedTask, TaskRow } from './task-rows.tsx'
import type { TaskOfToday } from './tasks.ts'
import classes from './today.module.css'

const MOST = 8
const MOST_PROPOSED = 4

interface TaskListProps {
  tasks: readonly TaskOfToday[]
  proposed: readonly TaskOfToday[]
  /** The person's own tag, to say whose other tasks are. */
  ownTagId: string
  now: number
}

/** One's own tasks that are due or marked, and those that wait for approval. */
export function TaskList({ tasks, proposed, ownTagId, now }: TaskListProps) {
  return (
    <>
      {tasks.length === 0 && <Nothing>Nothing is overdue, due in the next 7 days, or marked as a priority.</Nothing>}
      <ul className={classes.list} aria-label="Your tasks">
        {tasks.slice(0, MOST).map((task) => (
          <TaskRow key={task._id} task={task} now={now} />
        ))}
      </ul>
      {tasks.length > MOST && (
        <Text size="xs" mt={4}>
          <Anchor component={Link} to="/search?kind=task&status=not_started,in_progress&sort=due" inherit>
            All open tasks
          </Anchor>
        </Text>
      )}
      {proposed.length > 0 && (
        <>
          <Title order={3} size="xs" c="dimmed" mt="xs">
            Proposed, waiting for your approval
          </Title>
          <ul className={classes.list} aria-label="Proposed tasks">
            {proposed.slice(0, MOST_PROPOSED).map((task) => (
              <ProposedTask key={task._id} task={task} ownTagId={ownTagId} now={now} />
            ))}
          </ul>
          {proposed.length > MOST_PROPOSED && (
            <Text size="xs" mt={4}>
              <Anchor component={Link} to="/search?kind=task&proposed=1" inherit>
                All proposed tasks
              </Anchor>
            </Text>
          )}
        </>
      )}
    </>
  )
}
