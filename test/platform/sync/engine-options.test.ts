import { expect, test } from '@jest/globals'
import { DEFAULT_ENGINE_OPTIONS, readEngineOptions } from '../../../platform/sync/engine-options.ts'
import { type Environment, EnvironmentReader } from '../../../src/runtime/environment.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Every SYNC_ variable with its default and unit, in the order of the options. */
const VARIABLES: readonly (readonly [name: string, defaultValue: number, unit: string])[] = [
  ['SYNC_CADENCE_CALENDAR_MS', 5 * MINUTE, 'ms'],
  ['SYNC_CADENCE_EMAIL_MS', 5 * MINUTE, 'ms'],
  ['SYNC_CADENCE_TRANSCRIPTION_MS', 5 * MINUTE, 'ms'],
  ['SYNC_CADENCE_TABLE_MS', 5 * MINUTE, 'ms'],
  ['SYNC_CADENCE_IDENTIFIER_MS', 5 * MINUTE, 'ms'],
  ['SYNC_CADENCE_METADATA_MS', DAY, 'ms'],
  ['SYNC_CADENCE_INSIGHT_MS', DAY, 'ms'],
  ['SYNC_CADENCE_JITTER', 0.1, 'share'],
  ['SYNC_DEGRADED_AFTER', 3, 'runs'],
  ['SYNC_FAILING_AFTER', 8, 'runs'],
  ['SYNC_PAUSED_AFTER', 20, 'runs'],
  ['SYNC_PAUSED_MIN_MS', DAY, 'ms'],
  ['SYNC_PAUSED_MIN_CADENCES', 3, 'cadences'],
  ['SYNC_BACKOFF_BASE_MS', 5 * MINUTE, 'ms'],
  ['SYNC_BACKOFF_CAP_MS', 2 * HOUR, 'ms'],
  ['SYNC_BACKOFF_JITTER', 0.2, 'share'],
  ['SYNC_RETRY_AFTER_CAP_MS', 6 * HOUR, 'ms'],
  ['SYNC_MAX_RATE_LIMITED_RUNS', 5, 'runs'],
  ['SYNC_PROBE_INTERVAL_MS', DAY, 'ms'],
  ['SYNC_PROBE_JITTER', 0.1, 'share'],
  ['SYNC_PROBE_PERIOD_MS', 14 * DAY, 'ms'],
  ['SYNC_CONNECT_SPREAD_MS', 30 * SECOND, 'ms'],
  ['SYNC_CALL_CONNECT_TIMEOUT_MS', 5 * SECOND, 'ms'],
  ['SYNC_CALL_TIMEOUT_DEFINITION_MS', 15 * SECOND, 'ms'],
  ['SYNC_CALL_TIMEOUT_CHECK_MS', 15 * SECOND, 'ms'],
  ['SYNC_CALL_TIMEOUT_REFRESH_MS', 30 * SECOND, 'ms'],
  ['SYNC_CALL_TIMEOUT_EMAIL_MS', MINUTE, 'ms'],
  ['SYNC_CALL_TIMEOUT_TRANSCRIPTION_MS', MINUTE, 'ms'],
  ['SYNC_CALL_TIMEOUT_CALENDAR_MS', 2 * MINUTE, 'ms'],
  ['SYNC_CALL_TIMEOUT_METADATA_MS', 2 * MINUTE, 'ms'],
  ['SYNC_CALL_TIMEOUT_TABLE_MS', 2 * MINUTE, 'ms'],
  ['SYNC_CALL_TIMEOUT_IDENTIFIER_MS', 2 * MINUTE, 'ms'],
  ['SYNC_CALL_TIMEOUT_INSIGHT_MS', 2 * MINUTE, 'ms'],
  ['SYNC_CALL_TIMEOUT_LINK_MS', 15 * SECOND, 'ms'],
  ['SYNC_CALL_TIMEOUT_TAG_MS', 30 * SECOND, 'ms'],
  ['SYNC_CALL_TIMEOUT_QUERY_MS', 30 * SECOND, 'ms'],
  ['SYNC_CALL_TIMEOUT_UPSERT_TABLE_MS', MINUTE, 'ms'],
  ['SYNC_CALL_TIMEOUT_UPSERT_NOTES_MS', MINUTE, 'ms'],
  ['SYNC_CALL_TIMEOUT_FUNCTION_INPUTS_MS', 15 * SECOND, 'ms'],
  ['SYNC_CALL_TIMEOUT_EXECUTE_FUNCTION_MS', 2 * MINUTE, 'ms'],
  ['SYNC_CALL_MAX_RESPONSE_BYTES', 50 * 1024 * 1024, 'bytes'],
  ['SYNC_CALL_MAX_CALLS_PER_PROVIDER', 10, 'calls'],
  ['SYNC_CALL_MAX_CALLS_PER_CONNECTION', 2, 'calls'],
  ['SYNC_CALL_RATE_PER_SECOND', 20, 'calls/s'],
  ['SYNC_CALL_RATE_BURST', 40, 'calls'],
  ['SYNC_CALL_MAX_RETRIES', 2, 'retries'],
  ['SYNC_CALL_MAX_INTERNAL_ERROR_RETRIES', 1, 'retries'],
  ['SYNC_CALL_RETRY_BASE_MS', SECOND, 'ms'],
  ['SYNC_CALL_RETRY_CAP_MS', 30 * SECOND, 'ms'],
  ['SYNC_CALL_RETRY_BUDGET_SHARE', 0.2, 'share'],
  ['SYNC_CALL_RETRY_BUDGET_PERIOD_MS', 10 * SECOND, 'ms'],
  ['SYNC_CALL_RETRY_BUDGET_MIN_CONCURRENT', 3, 'retries'],
  ['SYNC_CALL_BREAKER_WINDOW_SIZE', 20, 'calls'],
  ['SYNC_CALL_BREAKER_MIN_CALLS', 10, 'calls'],
  ['SYNC_CALL_BREAKER_FAILURE_SHARE', 0.5, 'share'],
  ['SYNC_CALL_BREAKER_OPEN_MS', 30 * SECOND, 'ms'],
  ['SYNC_CALL_BREAKER_MAX_OPEN_MS', 10 * MINUTE, 'ms'],
  ['SYNC_CALL_BREAKER_PROBES', 3, 'calls'],
  ['SYNC_CALL_BREAKER_PROBE_RETRY_MS', 5 * SECOND, 'ms'],
  ['SYNC_RUN_MAX_PAGES', 500, 'pages'],
  ['SYNC_RUN_MAX_DURATION_MS', 15 * MINUTE, 'ms'],
  ['SYNC_RUN_PAGINATION_MAX_EMPTY_PAGES', 10, 'pages'],
  ['SYNC_RUN_PAGINATION_MAX_IDLE_PAGES', 2_000, 'pages'],
  ['SYNC_RUN_WINDOW_INITIAL_LOOKBACK_MS', 30 * DAY, 'ms'],
  ['SYNC_RUN_WINDOW_OVERLAP_MS', 15 * MINUTE, 'ms'],
  ['SYNC_RUN_WINDOW_TRANSCRIPTION_OVERLAP_MS', DAY, 'ms'],
  ['SYNC_RUN_WINDOW_MAX_GAP_MS', 90 * DAY, 'ms'],
  ['SYNC_RUN_WINDOW_MAX_LENGTH_MS', 7 * DAY, 'ms'],
  ['SYNC_RUN_WINDOW_AWAIT_MS', DAY, 'ms'],
  ['SYNC_RUN_WINDOW_CALENDAR_LOOKBACK_MS', 30 * DAY, 'ms'],
  ['SYNC_RUN_WINDOW_CALENDAR_LOOKAHEAD_MS', 90 * DAY, 'ms'],
  ['SYNC_RUN_REQUEST_PAGE_SIZE', 100, 'items'],
  ['SYNC_RUN_REQUEST_MAX_ROWS', 200, 'rows'],
  ['SYNC_RUN_REQUEST_MAX_IDENTIFIER_TAGS', 100, 'tags'],
  ['SYNC_RUN_REQUEST_MAX_INSIGHT_TAGS', 100, 'tags'],
  ['SYNC_REFRESH_MARGIN_SHARE', 0.2, 'share'],
  ['SYNC_REFRESH_MIN_MARGIN_MS', MINUTE, 'ms'],
  ['SYNC_REFRESH_MAX_MARGIN_MS', 15 * MINUTE, 'ms'],
  ['SYNC_REFRESH_DEFAULT_LIFETIME_MS', HOUR, 'ms'],
  ['SYNC_REFRESH_LEASE_MS', MINUTE, 'ms'],
  ['SYNC_REFRESH_POLL_INTERVAL_MS', SECOND, 'ms'],
  ['SYNC_REFRESH_MAX_POLLS', 30, 'polls'],
  ['SYNC_REFRESH_BACKOFF_BASE_MS', 30 * SECOND, 'ms'],
  ['SYNC_REFRESH_BACKOFF_CAP_MS', HOUR, 'ms'],
  ['SYNC_REFRESH_GIVE_UP_AFTER_MS', 4 * DAY, 'ms'],
  ['SYNC_REFRESH_RECENT_ATTEMPT_MS', DAY, 'ms'],
  ['SYNC_CHECK_INTERVAL_MS', DAY, 'ms'],
  ['SYNC_CHECK_JITTER', 0.1, 'share'],
  ['SYNC_CHECK_RETRY_DELAY_MS', HOUR, 'ms'],
  ['SYNC_DEFINITION_INTERVAL_MS', 10 * MINUTE, 'ms'],
  ['SYNC_DEFINITION_RETRY_BASE_MS', 30 * SECOND, 'ms'],
  ['SYNC_WORKER_MAX_CLAIMED', 100, 'runs'],
  ['SYNC_WORKER_BATCH_SIZE', 50, 'runs'],
  ['SYNC_WORKER_REFILL_THRESHOLD', 10, 'runs'],
  ['SYNC_WORKER_QUEUE_MAX_RUNS_PER_PROVIDER', 20, 'runs'],
  ['SYNC_WORKER_QUEUE_MAX_RUNS_PER_CONNECTION', 2, 'runs'],
  ['SYNC_WORKER_QUEUE_MAX_WAITING_PER_PROVIDER', 20, 'runs'],
  ['SYNC_WORKER_LEASE_DURATION_MS', MINUTE, 'ms'],
  ['SYNC_WORKER_LEASE_HEARTBEAT_MS', 15 * SECOND, 'ms'],
  ['SYNC_WORKER_QUEUE_FULL_DELAY_MS', 30 * SECOND, 'ms'],
  ['SYNC_WORKER_MIN_SLEEP_MS', 500, 'ms'],
  ['SYNC_WORKER_MAX_SLEEP_MS', 5 * SECOND, 'ms'],
  ['SYNC_WORKER_GRACE_MS', 8 * SECOND, 'ms'],
]

function read(environment: Environment) {
  const reader = new EnvironmentReader(environment)
  return { options: readEngineOptions(reader), problems: reader.problems }
}

/** All numbers of the options, in order. */
function numbersOf(group: object): number[] {
  return Object.values(group).flatMap((value) => (typeof value === 'number' ? [value] : numbersOf(value)))
}

test('without an environment the options are the defaults', () => {
  expect(read({ SYNC_DEGRADED_AFTER: '', OTHER: '7' })).toEqual({ options: DEFAULT_ENGINE_OPTIONS, problems: [] })
})

test('every option has a variable', () => {
  expect(numbersOf(DEFAULT_ENGINE_OPTIONS)).toEqual(VARIABLES.map(([, defaultValue]) => defaultValue))
})

test.each(VARIABLES.map(([name], index) => [name, index] as const))('%s sets its option only', (name, index) => {
  const { options, problems } = read({ [name]: '123456' })
  const expected = VARIABLES.map(([, defaultValue], position) => (position === index ? 123_456 : defaultValue))
  expect([numbersOf(options), problems]).toEqual([expected, []])
})

test.each(VARIABLES.map(([name, , unit]) => [name, unit]))('%s is named after its unit, %s', (name, unit) => {
  expect([name?.endsWith('_MS'), name?.endsWith('_BYTES')]).toEqual([unit === 'ms', unit === 'bytes'])
})

test('the problem of every invalid variable is reported', () => {
  expect(read({ SYNC_DEGRADED_AFTER: 'soon', SYNC_REFRESH_LEASE_MS: '-1' }).problems).toEqual([
    'SYNC_DEGRADED_AFTER must be a number of 0 or more.',
    'SYNC_REFRESH_LEASE_MS must be a number of 0 or more.',
  ])
})
