/** What a request may ask for, and how often. 0 turns a limit off. */
export interface GraphLimits extends Readonly<Record<string, number>> {
  /** Of a document: levels of selections, aliases and repeated fields, directives, tokens, root fields, characters. */
  depth: number
  aliases: number
  directives: number
  tokens: number
  rootFields: number
  characters: number
  /** Of an operation: its cost, and the time it may take unless its fields are known to take longer (ms). */
  cost: number
  timeoutMs: number
  /** Of a batch: operations, and queries that run at a time. Its cost may be twice that of one operation. */
  batch: number
  parallel: number
  /** Of a tenant: operations, mutations and heavy fields per second, and how many may come at once. */
  requestsPerSecond: number
  requestBurst: number
  mutationsPerSecond: number
  mutationBurst: number
  heavyPerSecond: number
  heavyBurst: number
  /** Of an address without a token. */
  anonymousPerSecond: number
  anonymousBurst: number
}

export const GRAPH_LIMITS: GraphLimits = {
  ...{ depth: 12, aliases: 30, directives: 20, tokens: 3_000, rootFields: 20, characters: 102_400 },
  ...{ cost: 10_000, timeoutMs: 10_000 },
  ...{ batch: 20, parallel: 5 },
  ...{ requestsPerSecond: 50, requestBurst: 200 },
  ...{ mutationsPerSecond: 10, mutationBurst: 60 },
  ...{ heavyPerSecond: 2, heavyBurst: 10 },
  ...{ anonymousPerSecond: 5, anonymousBurst: 5 },
}
