import { lazyPart, loadAhead } from '../ui/load-part.ts'

/** What no page shows at first: loaded when it is shown, or as soon as the page has nothing else to do. */
const loadSessionEnded = () => import('./session-ended.tsx').then(({ SessionEnded }) => ({ default: SessionEnded }))

export const Notifications = lazyPart(() =>
  import('@mantine/notifications').then((library) => ({ default: library.Notifications })),
)
export const SessionEnded = lazyPart(loadSessionEnded)

/** How long after the first page this begins (ms). A message that is shown before waits for it. */
const AFTER_MS = 2_000

/** Calls back when the first page is likely to be there. Returns a function that ends it. */
export function afterFirstPage(callback: () => void): () => void {
  const timer = setTimeout(() => {
    // The end of a session can then be told also while the network is gone.
    loadAhead(loadSessionEnded)
    callback()
  }, AFTER_MS)
  return () => clearTimeout(timer)
}
