import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { GraphClient, GraphRequestError, SignInRequired } from '../../../platform/client/index.ts'
import type { ConsoleSettings } from '../console-settings.ts'
import { tokensOf } from '../sign-in/person-tokens.ts'
import type { Session } from '../sign-in/session.ts'
import type { Preferences } from '../text/preferences.ts'
import { type LiveState, LiveUpdates } from './live.ts'

interface Graph {
  client: GraphClient
  live: LiveUpdates
}

const GraphContext = createContext<Graph | undefined>(undefined)

/** What was loaded is shown at once when a page is opened again, and loaded anew if it is older than this (ms). */
const FRESH_MS = 30_000
const MAX_RETRIES = 2

/** Errors that another attempt may not meet; the live updates load everything again after an interruption. */
const TRANSIENT_CODES: readonly string[] = ['UNREACHABLE', 'TIMEOUT', 'SERVICE_UNAVAILABLE']

function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        refetchOnWindowFocus: false,
        // The browser's own idea of being offline says nothing about the platform.
        networkMode: 'always',
        retry: (failures, error) =>
          failures < MAX_RETRIES && error instanceof GraphRequestError && TRANSIENT_CODES.includes(error.code),
      },
      mutations: { networkMode: 'always' },
    },
  })
}

function createClient({ settings, session, person, preferences }: Omit<GraphProviderProps, 'children'>): GraphClient {
  return new GraphClient({
    url: new URL(settings.apiUrl, window.location.origin).href,
    ...tokensOf(session, person),
    timeZone: preferences.timeZone,
    locale: preferences.locale,
    clientVersion: 'console',
  })
}

interface GraphProviderProps {
  settings: ConsoleSettings
  session: Session
  /** The id of the signed-in person. For another person, a provider of their own is rendered. */
  person: string | undefined
  /** How often the person has signed in again on this page. */
  signIns: number
  /** Sent with every request, because days begin in the person's time zone. */
  preferences: Preferences
  /** Called when no token is accepted any more. */
  onSignInRequired: () => void
  children: ReactNode
}

/**
 * Gives pages the graph. When the person signs in again or chooses another time zone, what they have loaded stays and is
 * loaded anew.
 */
export function GraphProvider(props: GraphProviderProps) {
  const { settings, session, person, signIns, preferences, onSignInRequired, children } = props
  const [queries] = useState(createQueryClient)
  const [graph, setGraph] = useState<Graph>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each sign-in opens a new socket
  useEffect(() => {
    const client = createClient(props)
    const live = new LiveUpdates(client, queries, onSignInRequired)
    const check = (error: unknown) => {
      if (error instanceof SignInRequired) onSignInRequired()
    }
    const stopWatching = [
      queries.getQueryCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') check(event.action.error)
      }),
      queries.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') check(event.action.error)
      }),
    ]
    setGraph({ client, live })
    return () => {
      for (const stop of stopWatching) stop()
      live.close()
    }
  }, [settings, session, person, signIns, preferences, queries, onSignInRequired])
  useReload(graph, queries)
  if (!graph) return null
  return (
    <GraphContext value={graph}>
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </GraphContext>
  )
}

/** Loads everything again by another client, once the pages have it. */
function useReload(graph: Graph | undefined, queries: QueryClient): void {
  const previous = useRef(graph)
  useEffect(() => {
    if (previous.current && previous.current !== graph) void queries.invalidateQueries()
    previous.current = graph
  }, [graph, queries])
}

export function useGraphClient(): GraphClient {
  return useGraphContext().client
}

export function useLive(): LiveUpdates {
  return useGraphContext().live
}

export function useLiveState(): LiveState {
  const { live } = useGraphContext()
  return useSyncExternalStore(
    (listener) => live.subscribe(listener),
    () => live.state,
  )
}

function useGraphContext(): Graph {
  const graph = useContext(GraphContext)
  if (!graph) throw new Error('There is no GraphProvider above this component.')
  return graph
}
