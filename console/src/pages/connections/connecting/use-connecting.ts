import { useCallback, useReducer, useRef } from 'react'
import { DisconnectDocument, StartConnectionDocument } from '../../../../../platform/client/index.ts'
import { describeError } from '../../../graph/errors.ts'
import { useGraphMutation } from '../../../graph/use-graph.ts'
import { notifyFailure } from '../../../ui/notify.ts'
import { type Attempt, type AttemptEvent, type AttemptTarget, beginAttempt, nextAttempt } from './attempt.ts'
import { navigatePopup, openPopup } from './popup.ts'
import { useAttemptWatch } from './use-attempt-watch.ts'

export interface Connecting {
  /** Undefined while nothing is being connected. */
  attempt: Attempt | undefined
  /** Opens the window and begins. Has to be called in a click. */
  connect: (target: AttemptTarget) => void
  /** Begins again with the same connection. Has to be called in a click. */
  retry: () => void
  /** Brings the window to the front. */
  showWindow: () => void
  /** The person has opened the address in a tab that this page knows nothing of. */
  openedInTab: () => void
  /** Ends the attempt, so that it cannot be finished in the other window either. An account that was connected stays. */
  cancel: () => void
  /** Forgets an attempt that has ended. */
  close: () => void
}

type Action = AttemptEvent | { type: 'begin'; attempt: Attempt } | { type: 'end' }

function reduce(attempt: Attempt | undefined, action: Action): Attempt | undefined {
  if (action.type === 'begin') return action.attempt
  if (action.type === 'end' || !attempt) return undefined
  return nextAttempt(attempt, action)
}

/** Connects accounts in a window of their own. A page shows how it goes with `ConnectingDialog`. */
export function useConnecting(): Connecting {
  const [attempt, dispatch] = useReducer(reduce, undefined)
  const popup = useRef<Window>(undefined)
  /** Counts attempts, so that the response to one that was cancelled is ignored. */
  const count = useRef(0)
  const { mutateAsync: start } = useGraphMutation(StartConnectionDocument)
  const { mutate: disconnect } = useGraphMutation(DisconnectDocument, { topics: ['connections'] })
  useAttemptWatch(attempt, popup, dispatch)

  const connect = useCallback(
    (target: AttemptTarget) => {
      // That of an earlier attempt can no longer be used.
      popup.current?.close()
      const opened = openPopup(target.label)
      popup.current = opened
      count.current += 1
      const own = count.current
      dispatch({ type: 'begin', attempt: beginAttempt(target, opened !== undefined) })
      start({ input: toInput(target) }).then(
        ({ startConnection }) => {
          if (own !== count.current) return
          if (!startConnection) throw new Error('The platform returned no address.')
          const { connectionId, url } = startConnection
          dispatch({ type: 'started', connectionId, url, now: Date.now() })
          if (opened) navigatePopup(opened, url)
        },
        (error: unknown) => {
          opened?.close()
          if (own === count.current) dispatch({ type: 'not-started', error: describeError(error) })
        },
      )
    },
    [start],
  )

  const end = useCallback(() => {
    count.current += 1
    dispatch({ type: 'end' })
  }, [])

  const retry = useCallback(() => {
    if (attempt) connect(toNextTarget(attempt))
  }, [attempt, connect])

  const cancel = useCallback(() => {
    popup.current?.close()
    end()
    if (!attempt?.connectionId || !isNew(attempt)) return
    disconnect({ input: { _id: attempt.connectionId } }, { onError: notifyFailure })
  }, [attempt, disconnect, end])

  return {
    attempt,
    connect,
    retry,
    showWindow: useCallback(() => popup.current?.focus(), []),
    openedInTab: useCallback(() => dispatch({ type: 'opened-elsewhere' }), []),
    cancel,
    close: end,
  }
}

/** Whether nothing was connected before the attempt. */
function isNew({ target: { existing } }: Attempt): boolean {
  return existing === undefined || existing.status === 'pending'
}

/** The same connection again, so that no unfinished ones are left behind. */
function toNextTarget({ target, connectionId }: Attempt): AttemptTarget {
  if (connectionId === undefined || target.existing) return target
  return { ...target, existing: { connectionId, status: 'pending', email: null } }
}

function toInput({ provider, application, method, existing }: AttemptTarget) {
  const connectionId = existing?.connectionId
  return {
    provider,
    application,
    ...(method === undefined ? {} : { method }),
    ...(connectionId === undefined ? {} : { connectionId }),
  }
}
