import { useState } from 'react'
import type { UpsertTaskInput } from '../../../../platform/client/index.ts'
import { EditedTaskDocument, type EditedTaskQuery, SaveTaskDocument } from '../../documents.ts'
import { useGraphMutation, useGraphQuery } from '../../graph/use-graph.ts'

type Found = NonNullable<EditedTaskQuery['block']>
export type EditedTask = Extract<Found, { _id: string }>

/** The fields that are saved one by one. */
export type TaskFields = Pick<
  UpsertTaskInput,
  'title' | 'summary' | 'status' | 'dateDue' | 'dateRemindMe' | 'priority' | 'snoozed'
>

export function useTask(taskId: string) {
  return useGraphQuery(EditedTaskDocument, { input: { _id: taskId } }, { topics: [`block:${taskId}`] })
}

/** The task that a query found; undefined if the block is of another type. */
export function toTask(data: EditedTaskQuery | undefined): EditedTask | undefined {
  const block = data?.block
  return block && isTask(block) ? block : undefined
}

function isTask(block: Found): block is EditedTask {
  return '_id' in block
}

/** Changes fields of a task. A change is shown at once, and taken back if it is refused. */
export function useTaskChanges(task: EditedTask) {
  const [pending, setPending] = useState<TaskFields>({})
  const mutation = useGraphMutation(SaveTaskDocument, { topics: [`block:${task._id}`, 'blocks:task'] })
  const change = async (fields: TaskFields): Promise<boolean> => {
    setPending((before) => ({ ...before, ...fields }))
    try {
      await mutation.mutateAsync({ input: { _id: task._id, ...fields } })
      return true
    } catch {
      return false
    } finally {
      setPending((before) => withoutFields(before, fields))
    }
  }
  return { shown: { ...task, ...pending }, change, error: mutation.error }
}

/** Without the changes that have ended, unless the same field was changed again meanwhile. */
function withoutFields(pending: TaskFields, ended: TaskFields): TaskFields {
  const entries = Object.entries(pending).filter(([name, value]) => ended[name as keyof TaskFields] !== value)
  return Object.fromEntries(entries)
}
