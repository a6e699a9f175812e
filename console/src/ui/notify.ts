import { randomId } from '@mantine/hooks'
import type { NotificationData } from '@mantine/notifications'
import { describeError } from '../graph/errors.ts'
import { loadPart } from './load-part.ts'

/** Shows a message in a corner. What shows it is loaded with the first one; the page says so if it cannot be. */
export function notify(message: NotificationData): { hide(): void } {
  const id = randomId()
  const loaded = loadPart(() => import('@mantine/notifications'))
  const use = (show: (library: typeof import('@mantine/notifications')) => void) =>
    void loaded.then(show, () => undefined)
  use(({ notifications }) => notifications.show({ ...message, id }))
  return { hide: () => use(({ notifications }) => notifications.hide(id)) }
}

/** Says in a corner that something was done. */
export function notifyDone(message: string): void {
  notify({ message, color: 'green', autoClose: 4_000 })
}

/** Says in a corner that something failed, where there is no place beside what was clicked. */
export function notifyFailure(error: unknown): void {
  const { title, detail } = describeError(error)
  notify({ title, message: detail, color: 'red', autoClose: 10_000 })
}
