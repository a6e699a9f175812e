import { lazy } from 'react'

/** What no page shows at first: loaded when it is shown, or as soon as the page has nothing else to do. */
const loadNotifications = () =>
  import('@mantine/notifications').then(({ Notifications }) => ({ default: Notifications }))
const loadSessionEnded = () => import('./session-ended.tsx').then(({ SessionEnded }) => ({ default: SessionEnded }))

export const Notifications = lazy(loadNotifications)
export const SessionEnded = lazy(loadSessionEnded)

/** How long after the first page this begins (ms). A message that is shown before waits for it. */
const AFTER_MS = 2_000

/** Calls back when the first page is likely to be there. Returns a function that ends it. */
export function afterFirstPage(callback: () => void): () => void {
  const timer = setTimeout(() => {
    // The end of a session can then be told also while the network is gone.
    loadSessionEnded().catch(() => undefined)
    callback()
  }, AFTER_MS)
  return () => clearTimeout(timer)
}
