import type { QueryClient } from '@tanstack/react-query'
import {
  type ChangeSubject,
  changes,
  type FollowedSubscription,
  type GraphClient,
  GraphLive,
  SignInRequired,
  type TypedDocument,
} from '../../../platform/client/index.ts'
import {
  FollowBlocksDocument,
  FollowConnectionsDocument,
  FollowRecommendationsDocument,
  FollowSyncsDocument,
  FollowTagsDocument,
} from '../documents.ts'
import { Pacing } from './pacing.ts'
import {
  type ChangedObject,
  type Topic,
  topicsOfBlock,
  topicsOfConnection,
  topicsOfSync,
  topicsOfTag,
} from './topics.ts'

/** Whether events arrive: `behind` while the socket is being reopened. */
export type LiveState = 'connecting' | 'live' | 'behind'

/** What was loaded longer than this before events are followed may have changed in between (ms). */
const UNFOLLOWED_MS = 3_000
/** A person is waiting, so the socket is reopened soon. */
const RETRY = { minMs: 300, maxMs: 4_000 }

/** Follows the change feed and loads again what the queries on the page show, until it is closed. */
export class LiveUpdates {
  readonly #queries: QueryClient
  readonly #onSignInRequired: () => void
  readonly #live: GraphLive
  readonly #pacing = new Pacing()
  readonly #touched = new Set<Topic>()
  readonly #listeners = new Set<() => void>()
  readonly #eventListeners = new Set<(topics: readonly Topic[]) => void>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #state: LiveState = 'connecting'
  #hasEnded = false
  readonly #startedAt = performance.now()
  #wasReady = false

  constructor(client: GraphClient, queries: QueryClient, onSignInRequired: () => void) {
    this.#queries = queries
    this.#onSignInRequired = onSignInRequired
    this.#live = new GraphLive(client, { retry: RETRY, onConnectionChange: (isOpen) => this.#onConnection(isOpen) })
    void this.#follow('block', FollowBlocksDocument, ({ blockChanged }) => blockChanged, topicsOfBlock)
    void this.#follow('tag', FollowTagsDocument, ({ tagChanged }) => tagChanged, topicsOfTag)
    void this.#follow(
      'sync',
      FollowSyncsDocument,
      ({ syncStatusChanged: { connectionId, sequence } }) => ({ _id: connectionId, sequence }),
      topicsOfSync,
    )
    void this.#follow(
      'connection',
      FollowConnectionsDocument,
      ({ connectionChanged }) => connectionChanged,
      topicsOfConnection,
    )
    void this.#follow(
      'recommendation',
      FollowRecommendationsDocument,
      ({ recommendationChanged }) => recommendationChanged,
      () => ['recommendation'],
    )
  }

  get state(): LiveState {
    return this.#state
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Calls back with the topics of each event. Returns a function that ends it. */
  onEvent(listener: (topics: readonly Topic[]) => void): () => void {
    this.#eventListeners.add(listener)
    return () => this.#eventListeners.delete(listener)
  }

  close(): void {
    this.#hasEnded = true
    clearTimeout(this.#timer)
    this.#live.close()
  }

  async #follow<Result, Event extends ChangedObject & { sequence: string }>(
    subject: ChangeSubject,
    document: TypedDocument<Result, Record<string, never>>,
    pick: (data: Result) => Event,
    topicsOf: (change: ChangedObject) => readonly Topic[],
  ): Promise<void> {
    const followed: FollowedSubscription<Result, Record<string, never>, Event> = {
      document,
      variables: {},
      pick,
      subject,
    }
    try {
      for await (const change of changes(this.#live, followed)) {
        if (change.type === 'event') this.#touch(topicsOf(change.event))
        else if (change.type === 'missed') for (const missed of change.changes) this.#touch(topicsOf(missed))
        else if (change.type === 'resync') await this.#queries.invalidateQueries()
        else if (subject === 'block') this.#onReady()
      }
    } catch (error) {
      // The session has ended; the next request says so too.
      if (!this.#hasEnded) this.#setState('behind')
      if (!this.#hasEnded && error instanceof SignInRequired) this.#onSignInRequired()
    }
  }

  /** Loads again what no event will tell of: what has changed before the first one, and what failed during an interruption. */
  #onReady(): void {
    const isFirst = !this.#wasReady
    this.#wasReady = true
    if (!isFirst)
      void this.#queries.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
    else if (performance.now() - this.#startedAt > UNFOLLOWED_MS) void this.#queries.invalidateQueries()
  }

  /** Loads what the page shows again, soon. */
  #touch(topics: readonly Topic[]): void {
    for (const topic of topics) this.#touched.add(topic)
    for (const listener of this.#eventListeners) listener(topics)
    this.#timer ??= setTimeout(() => this.#flush(), this.#pacing.next(performance.now()))
  }

  #flush(): void {
    this.#timer = undefined
    const touched = new Set(this.#touched)
    this.#touched.clear()
    void this.#queries.invalidateQueries({
      predicate: ({ meta }) => ((meta?.topics ?? []) as readonly Topic[]).some((topic) => touched.has(topic)),
    })
  }

  #onConnection(isOpen: boolean): void {
    this.#setState(isOpen ? 'live' : 'behind')
  }

  #setState(state: LiveState): void {
    if (state === this.#state) return
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}
