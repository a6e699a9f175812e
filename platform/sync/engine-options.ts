import type { EnvironmentReader } from '../../src/runtime/environment.ts'
import type { DefinitionOptions } from '../provider/definitions.ts'
import { DEFAULT_PROVIDER_OPTIONS, type ProviderOptions } from '../provider/options.ts'
import type { RefreshPolicy } from '../provider/refresh-policy.ts'
import type { CheckOptions } from './checks.ts'
import { DEFAULT_SYNC_POLICY, type SyncPolicy } from './policy.ts'
import type { RunOptions } from './run.ts'
import type { WorkerOptions } from './worker.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** All options of the engine. */
export interface EngineOptions {
  sync: SyncPolicy
  call: ProviderOptions
  run: RunOptions
  refresh: RefreshPolicy
  check: CheckOptions
  definition: DefinitionOptions
  worker: WorkerOptions
}

export const DEFAULT_ENGINE_OPTIONS: EngineOptions = {
  sync: DEFAULT_SYNC_POLICY,
  call: DEFAULT_PROVIDER_OPTIONS,
  run: {
    maxPages: 500,
    maxDurationMs: 15 * MINUTE,
    pagination: { maxEmptyPages: 10, maxIdlePages: 2_000 },
    window: {
      initialLookbackMs: 30 * DAY,
      overlapMs: 15 * MINUTE,
      transcriptionOverlapMs: DAY,
      maxGapMs: 90 * DAY,
      maxLengthMs: 7 * DAY,
      awaitMs: DAY,
      calendarLookbackMs: 30 * DAY,
      calendarLookaheadMs: 90 * DAY,
    },
    request: { pageSize: 100, maxRows: 200, maxIdentifierTags: 100, maxInsightTags: 100 },
  },
  refresh: {
    marginShare: 0.2,
    minMarginMs: MINUTE,
    maxMarginMs: 15 * MINUTE,
    defaultLifetimeMs: HOUR,
    leaseMs: MINUTE,
    pollIntervalMs: SECOND,
    maxPolls: 30,
    backoffBaseMs: 30 * SECOND,
    backoffCapMs: HOUR,
    giveUpAfterMs: 4 * DAY,
    recentAttemptMs: DAY,
  },
  check: { intervalMs: DAY, jitter: 0.1, retryDelayMs: HOUR },
  definition: { intervalMs: 10 * MINUTE, retryBaseMs: 30 * SECOND },
  worker: {
    maxClaimed: 100,
    batchSize: 50,
    refillThreshold: 10,
    queue: { maxRunsPerProvider: 20, maxRunsPerConnection: 2, maxWaitingPerProvider: 20 },
    lease: { durationMs: MINUTE, heartbeatMs: 15 * SECOND },
    queueFullDelayMs: 30 * SECOND,
    minSleepMs: 500,
    maxSleepMs: 5 * SECOND,
    graceMs: 8 * SECOND,
  },
}

/**
 * Reads the options from the environment. The name of a variable is the path of its option: `call.rate.perSecond` is
 * SYNC_CALL_RATE_PER_SECOND. The options of the policy omit the `sync` of their path: `sync.cadenceMs.email` is
 * SYNC_CADENCE_EMAIL_MS. The reader collects a problem for each invalid variable.
 */
export function readEngineOptions(reader: EnvironmentReader): EngineOptions {
  const { sync, ...groups } = DEFAULT_ENGINE_OPTIONS
  return { sync: reader.numbers('SYNC', sync), ...reader.numbers('SYNC', groups) }
}
