import { type RefObject, useEffect } from 'react'
import { ConnectionDocument } from '../../../../../platform/client/index.ts'
import { useLive } from '../../../graph/context.tsx'
import { useGraphQuery } from '../../../graph/use-graph.ts'
import type { Attempt, AttemptEvent } from './attempt.ts'
import { parseMessage } from './messages.ts'

/** How often the window is looked at, and how often the platform is asked in case no event arrives (ms). */
const WINDOW_MS = 500
const STATUS_MS = 3_000

/**
 * Follows an attempt by everything that can tell how it goes: the provider's page, the window, the live feed, and the
 * status of the connection, which alone decides.
 */
export function useAttemptWatch(
  attempt: Attempt | undefined,
  popup: RefObject<Window | undefined>,
  dispatch: (event: AttemptEvent) => void,
): void {
  const { connectionId, url } = attempt ?? {}
  const isOpen = attempt !== undefined && connectionId !== undefined && attempt.phase !== 'arrived'
  useMessages(isOpen ? url : undefined, dispatch)
  useStatus(isOpen ? attempt : undefined, dispatch)
  useEffect(() => {
    if (!isOpen) return
    const timer = setInterval(() => {
      dispatch({ type: 'window', isSeen: popup.current !== undefined && !popup.current.closed })
      dispatch({ type: 'tick', now: Date.now() })
    }, WINDOW_MS)
    return () => clearInterval(timer)
  }, [isOpen, popup, dispatch])
}

function useMessages(url: string | undefined, dispatch: (event: AttemptEvent) => void): void {
  useEffect(() => {
    if (url === undefined) return
    const { origin } = new URL(url)
    const listen = (event: MessageEvent) => {
      const message = parseMessage(event, origin)
      if (message) dispatch({ type: 'message', message })
    }
    window.addEventListener('message', listen)
    return () => window.removeEventListener('message', listen)
  }, [url, dispatch])
}

function useStatus(attempt: Attempt | undefined, dispatch: (event: AttemptEvent) => void): void {
  const { connectionId, startedAt = 0, hasReport } = attempt ?? {}
  const live = useLive()
  const id = connectionId ?? ''
  const { data, dataUpdatedAt, refetch } = useGraphQuery(
    ConnectionDocument,
    { input: { _id: id } },
    { topics: [`connection:${id}`], enabled: connectionId !== undefined },
  )
  const { status, email = null } = data?.connection ?? {}
  // Each time it was loaded, also if it says the same as before: a report may have come in between.
  useEffect(() => {
    if (connectionId === undefined || status === undefined || dataUpdatedAt < startedAt) return
    dispatch({ type: 'status', status, email })
  }, [connectionId, startedAt, status, email, dataUpdatedAt, dispatch])
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a report it is asked at once
  useEffect(() => {
    if (connectionId === undefined) return
    void refetch()
    const timer = setInterval(() => void refetch(), STATUS_MS)
    return () => clearInterval(timer)
  }, [connectionId, hasReport, refetch])
  useEffect(() => {
    if (connectionId === undefined) return
    return live.onEvent((topics) => {
      if (topics.includes(`connection:${connectionId}`)) dispatch({ type: 'changed' })
    })
  }, [connectionId, live, dispatch])
}
