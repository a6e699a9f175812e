import { notifications } from '@mantine/notifications'
import { describeError } from '../graph/errors.ts'

/** Says in a corner that something was done. */
export function notifyDone(message: string): void {
  notifications.show({ message, color: 'green', autoClose: 4_000 })
}

/** Says in a corner that something failed, where there is no place beside what was clicked. */
export function notifyFailure(error: unknown): void {
  const { title, detail } = describeError(error)
  notifications.show({ title, message: detail, color: 'red', autoClose: 10_000 })
}
