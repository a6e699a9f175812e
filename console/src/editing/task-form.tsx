import { Skeleton, Stack } from '@mantine/core'
import { isEditable } from '../collaboration/shown-block.ts'
import { Failure, Loaded } from '../ui/states.tsx'
import { Assignees } from './tasks/assignees.tsx'
import { TaskFields } from './tasks/fields.tsx'
import { Subtasks } from './tasks/subtasks.tsx'
import { toTask, useTask } from './tasks/use-task.ts'

/** The fields of a task, each saved when it is changed; read-only for those who may not change it. It loads the task itself. */
export function TaskForm({ taskId }: { taskId: string }) {
  const query = useTask(taskId)
  return (
    <Loaded query={query} loading={<TaskSkeleton />}>
      {(data) => {
        const task = toTask(data)
        if (!task) return <Failure error={NOT_A_TASK} />
        const canEdit = isEditable(task) && !task.archived
        return (
          <Stack gap="lg">
            <TaskFields task={task} canEdit={canEdit} />
            <Assignees task={task} ownTagId={data.tenant?.tagId ?? undefined} canEdit={canEdit} />
            <Subtasks taskId={task._id} canEdit={canEdit} />
          </Stack>
        )
      }}
    </Loaded>
  )
}

const NOT_A_TASK = new Error('This is not a task.')

function TaskSkeleton() {
  return (
    <Stack gap="md" aria-busy>
      <Skeleton height={36} width={280} />
      <Skeleton height={60} />
      <Skeleton height={60} />
      <Skeleton height={90} />
    </Stack>
  )
}
