import type { Logger } from 'pino'
import type { InFlightWrites } from './actions/in-flight-writes.ts'
import type { BucketChecks } from './bucket-checks.ts'
import type { GraphServer } from './graph/serve.ts'
import { sleep } from './model/clock.ts'
import type { Presence } from './presence.ts'
import type { ReEncryptionWorker } from './re-encryption.ts'
import type { RecommendationWorker } from './recommendations/worker.ts'
import type { AccessTokens } from './sign-in/access-tokens.ts'
import { type Bucket, bucketLabel } from './storage/buckets.ts'
import type { BucketFailure, EachBucket } from './storage/each-bucket.ts'
import { completeOutstandingShares } from './storage/graph/access/outstanding-shares.ts'
import type { DatabaseClock } from './storage/postgres/database-clock.ts'
import { sweep } from './storage/runs/housekeeping.ts'
import { bringForwardMisdatedSyncs } from './storage/runs/misdated.ts'
import type { Engine } from './sync/engine.ts'
import { maxDelays, type SyncPolicy } from './sync/policy.ts'
import type { WebWorker } from './web/worker.ts'

const SWEEP_INTERVAL_MS = 3_600_000
const ISSUER_RETRY_MS = 60_000
const OUTSTANDING_SHARES_INTERVAL_MS = 60_000

/** What jobs are made of. */
export interface JobDeps {
  each: EachBucket
  log: Logger
  clock: DatabaseClock
  /** Entered when it is made. Whoever stops the process leaves it last. */
  presence: Presence
  bucketChecks: BucketChecks
  syncPolicy: SyncPolicy
  engine: Engine
  inFlightWrites: InFlightWrites
  web: WebWorker
  recommendations: RecommendationWorker
  reEncryption: ReEncryptionWorker
  /** Absent in workers. */
  graph?: GraphServer
  tokens?: AccessTokens
}

export interface RunningJob {
  start?: () => void | Promise<void>
  stop: () => void | Promise<void>
}

export function databaseClock({ clock }: JobDeps): RunningJob {
  return { start: () => clock.start(), stop: () => clock.stop() }
}

export function registeredProcess({ presence, clock }: JobDeps): RunningJob {
  return { start: () => presence.start(() => clock.now()), stop: () => presence.stop() }
}

export function bucketChecks({ bucketChecks }: JobDeps): RunningJob {
  return { start: () => bucketChecks.start(), stop: () => bucketChecks.stop() }
}

export function reEncrypting({ reEncryption }: JobDeps): RunningJob {
  return { start: () => reEncryption.start(), stop: () => reEncryption.stop() }
}

export function definitions({ engine }: JobDeps): RunningJob {
  return { start: () => engine.definitions.start(), stop: () => engine.definitions.stop() }
}

/** Tells operators that nobody can sign in, at the start and when that is over. Requests try again by themselves. */
export function issuerCheck({ log, tokens, clock }: JobDeps): RunningJob {
  const stopping = new AbortController()
  const checkUntilReachable = async (issuer: AccessTokens) => {
    for (let failures = 0; !stopping.signal.aborted; failures += 1) {
      try {
        await issuer.fetchKeys()
        if (failures > 0) log.info({}, 'the keys of OIDC_ISSUER could be fetched')
        return
      } catch (error) {
        if (failures === 0) log.warn({ err: error }, 'the keys of OIDC_ISSUER cannot be fetched: nobody can sign in')
      }
      await sleep(clock, ISSUER_RETRY_MS, stopping.signal)
    }
  }
  return {
    start: () => {
      if (tokens) void checkUntilReachable(tokens)
    },
    stop: () => stopping.abort(),
  }
}

export function keyChecks({ engine }: JobDeps): RunningJob {
  return { start: () => engine.keyChecks.start(), stop: () => engine.keyChecks.stop() }
}

/** Stopping also waits for runs that were requested through the API, which any role may execute. */
export function syncWorker({ engine }: JobDeps): RunningJob {
  return { start: () => engine.worker.start(), stop: () => engine.worker.stop() }
}

export function pagesOfTheWeb({ web }: JobDeps): RunningJob {
  return { start: () => web.start(), stop: () => web.stop() }
}

export function recommending({ recommendations }: JobDeps): RunningJob {
  return { start: () => recommendations.start(), stop: () => recommendations.stop() }
}

/** Grants what a first sign-in could not: a bucket was away, or a transaction that shares something had begun before. */
export function outstandingShares({ each, log, clock }: JobDeps): RunningJob {
  let timer: NodeJS.Timeout | undefined
  let isRunning = false
  const onFailure = ({ bucket, error }: BucketFailure) =>
    log.warn({ ...bucketLabel(bucket), err: error }, 'what was shared with new people could not be granted')
  const complete = async () => {
    if (isRunning) return
    isRunning = true
    await each.work(({ db }) => completeOutstandingShares(each.buckets, db, clock.now()), onFailure)
    isRunning = false
  }
  return {
    start: () => {
      timer = setInterval(complete, OUTSTANDING_SHARES_INTERVAL_MS)
    },
    stop: () => clearInterval(timer),
  }
}

export function sweeping({ each, log, clock }: JobDeps): RunningJob {
  let timer: NodeJS.Timeout | undefined
  const onFailure = ({ bucket, error }: BucketFailure) =>
    log.warn({ ...bucketLabel(bucket), err: error }, 'sweeping failed')
  const sweepOnce = () => each.work(({ db }) => sweep(db, clock.now()), onFailure)
  return {
    start: () => {
      timer = setInterval(sweepOnce, SWEEP_INTERVAL_MS)
    },
    stop: () => clearInterval(timer),
  }
}

/** Syncs whose dates were computed by a wrong clock would stand until then: at the start, and after the clock was set. */
export function misdatedSyncs({ each, log, clock, syncPolicy }: JobDeps): RunningJob {
  const delays = maxDelays(syncPolicy)
  const bringForwardIn = async (bucket: Bucket) => {
    const syncs = await bringForwardMisdatedSyncs(bucket.db, delays, clock.now())
    if (syncs > 0) log.warn({ ...bucketLabel(bucket), syncs }, 'syncs were due too late, because the clock was wrong')
  }
  const onFailure = ({ bucket, error }: BucketFailure) =>
    log.warn({ ...bucketLabel(bucket), err: error }, 'bringing syncs forward failed')
  const bringForward = () => each.work(bringForwardIn, onFailure)
  let timer: NodeJS.Timeout | undefined
  return {
    start: async () => {
      clock.onJump(bringForward)
      timer = setInterval(bringForward, SWEEP_INTERVAL_MS)
      await bringForward()
    },
    stop: () => clearInterval(timer),
  }
}

export function inFlightWrites({ inFlightWrites }: JobDeps): RunningJob {
  return { stop: () => inFlightWrites.drain() }
}

export function graphFeed({ graph }: JobDeps): RunningJob {
  return { stop: () => graph?.stop() }
}
