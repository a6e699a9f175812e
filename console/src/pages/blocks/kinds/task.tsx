import { TaskForm } from '../../../editing/task-form.tsx'
import type { BlockOf } from '../shared/block.ts'

/** A task, of which each field is edited where it is read. */
export default function TaskContent({ task }: { task: BlockOf<'Task'> }) {
  return <TaskForm key={task._id} taskId={task._id} />
}
