/** The limits of requests. 0 turns a limit off. The environment variable of `requestBurst` is GRAPH_REQUEST_BURST. */
export interface GraphLimits extends Readonly<Record<string, number>> {
  /** Limits of a document: depth, aliases and repeated fields, directives, tokens, root fields, characters. */
  depth: number
  aliases: number
  directives: number
  tokens: number
  rootFields: number
  characters: number
  /** Limits of an operation: its estimated cost (points), and its timeout (ms) unless its fields require a longer one. */
  cost: number
  timeoutMs: number
  /** Limits of a batch: operations, and queries run concurrently. A batch may cost twice as much as one operation. */
  batch: number
  parallel: number
  /** Rate limits of a tenant: operations, mutations and heavy fields per second, and the burst of each. */
  requestsPerSecond: number
  requestBurst: number
  mutationsPerSecond: number
  mutationBurst: number
  heavyPerSecond: number
  heavyBurst: number
  /** Rate limit of requests without a token and with invalid ones, per IP address. */
  anonymousPerSecond: number
  anonymousBurst: number
}

export const GRAPH_LIMITS: GraphLimits = {
  depth: 12,
  aliases: 30,
  directives: 20,
  tokens: 3_000,
  rootFields: 20,
  characters: 102_400,
  cost: 10_000,
  timeoutMs: 10_000,
  batch: 20,
  parallel: 5,
  requestsPerSecond: 50,
  requestBurst: 200,
  mutationsPerSecond: 10,
  mutationBurst: 60,
  heavyPerSecond: 2,
  heavyBurst: 10,
  anonymousPerSecond: 5,
  anonymousBurst: 5,
}

/** The maximum delay of setTimeout (ms). */
export const MAX_TIMER_MS = 2_147_483_647
