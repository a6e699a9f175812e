/** What docs/configuration.md says of each variable, in the order of that page. */
export interface VariableGroup {
  title: string
  introduction: string
  /** The unit and the meaning of each variable. */
  variables: Readonly<Record<string, readonly [unit: string, meaning: string]>>
}

export const VARIABLE_GROUPS: readonly VariableGroup[] = [
  {
    title: 'Schedule and health of syncs',
    introduction: 'How often syncs run, and when failures degrade, pause and probe them.',
    variables: {
      SYNC_CADENCE_CALENDAR_MS: ['ms', 'Time between two runs of a healthy calendar sync.'],
      SYNC_CADENCE_EMAIL_MS: ['ms', 'The same for mail.'],
      SYNC_CADENCE_TRANSCRIPTION_MS: ['ms', 'The same for transcriptions.'],
      SYNC_CADENCE_TABLE_MS: ['ms', 'The same for the records of tables.'],
      SYNC_CADENCE_IDENTIFIER_MS: ['ms', 'The same for identifiers, which look up the vendor’s ids of tags.'],
      SYNC_CADENCE_METADATA_MS: ['ms', 'The same for metadata, the fields of tables.'],
      SYNC_CADENCE_INSIGHT_MS: ['ms', 'The same for insights.'],
      SYNC_CADENCE_JITTER: ['share', 'Due times are spread by up to this share of the cadence, both ways.'],
      SYNC_DEGRADED_AFTER: ['runs', 'Consecutive failed runs after which a sync is degraded.'],
      SYNC_FAILING_AFTER: ['runs', 'Consecutive failed runs after which a sync is failing.'],
      SYNC_PAUSED_AFTER: ['runs', 'Consecutive failed runs after which a sync is paused.'],
      SYNC_PAUSED_MIN_MS: ['ms', 'A sync is paused only after this long without success.'],
      SYNC_PAUSED_MIN_CADENCES: ['cadences', 'A sync is paused only after this many cadences without success.'],
      SYNC_BACKOFF_BASE_MS: ['ms', 'Delay after the first failed run; doubles with each further failure.'],
      SYNC_BACKOFF_CAP_MS: ['ms', 'Maximum delay after a failed run.'],
      SYNC_BACKOFF_JITTER: ['share', 'The delay is spread by up to this share of itself, both ways.'],
      SYNC_RETRY_AFTER_CAP_MS: ['ms', 'Maximum delay of a rate-limited sync, whatever Retry-After says.'],
      SYNC_MAX_RATE_LIMITED_RUNS: [
        'runs',
        'Consecutive rate-limited runs that do not count as failures; further ones do.',
      ],
      SYNC_PROBE_INTERVAL_MS: ['ms', 'Time between two probes of a paused sync.'],
      SYNC_PROBE_JITTER: ['share', 'Probes are spread by up to this share of the interval, both ways.'],
      SYNC_PROBE_PERIOD_MS: ['ms', 'How long a paused sync is probed; after that only a person can resume it.'],
      SYNC_CONNECT_SPREAD_MS: ['ms', 'The first runs after a sign-in start at random times within this time.'],
    },
  },
  {
    title: 'Calls to providers',
    introduction:
      'Each process applies these limits to each provider separately. A timeout applies to one attempt, from sending the\n' +
      'request to receiving the last byte of the response.',
    variables: {
      SYNC_CALL_CONNECT_TIMEOUT_MS: ['ms', 'Maximum time to open a connection to a provider.'],
      SYNC_CALL_TIMEOUT_DEFINITION_MS: ['ms', 'Timeout of reading definition.json.'],
      SYNC_CALL_TIMEOUT_CHECK_MS: ['ms', 'Timeout of checking a connection (/auth/check).'],
      SYNC_CALL_TIMEOUT_REFRESH_MS: ['ms', 'Timeout of refreshing a credential (/auth/refresh).'],
      SYNC_CALL_TIMEOUT_EMAIL_MS: ['ms', 'Timeout of a page of mail.'],
      SYNC_CALL_TIMEOUT_TRANSCRIPTION_MS: ['ms', 'Timeout of a page of transcriptions.'],
      SYNC_CALL_TIMEOUT_CALENDAR_MS: ['ms', 'Timeout of reading calendars.'],
      SYNC_CALL_TIMEOUT_METADATA_MS: ['ms', 'Timeout of reading metadata.'],
      SYNC_CALL_TIMEOUT_TABLE_MS: ['ms', 'Timeout of reading records.'],
      SYNC_CALL_TIMEOUT_IDENTIFIER_MS: ['ms', 'Timeout of looking up identifiers.'],
      SYNC_CALL_TIMEOUT_INSIGHT_MS: ['ms', 'Timeout of reading insights.'],
      SYNC_CALL_TIMEOUT_LINK_MS: ['ms', 'Timeout of resolving a URL (linkUrl).'],
      SYNC_CALL_TIMEOUT_TAG_MS: ['ms', 'Timeout of reading a tag from a record (tagFromRecord).'],
      SYNC_CALL_TIMEOUT_QUERY_MS: ['ms', 'Timeout of a query (executeQuery).'],
      SYNC_CALL_TIMEOUT_UPSERT_TABLE_MS: ['ms', 'Timeout of writing records.'],
      SYNC_CALL_TIMEOUT_UPSERT_NOTES_MS: ['ms', 'Timeout of publishing notes.'],
      SYNC_CALL_TIMEOUT_FUNCTION_INPUTS_MS: ['ms', 'Timeout of reading the inputs of a function (installFunction).'],
      SYNC_CALL_TIMEOUT_EXECUTE_FUNCTION_MS: ['ms', 'Timeout of executing a function.'],
      SYNC_CALL_MAX_RESPONSE_BYTES: ['bytes', 'Maximum size of a response.'],
      SYNC_CALL_MAX_CALLS_PER_PROVIDER: ['calls', 'Maximum concurrent calls to one provider.'],
      SYNC_CALL_MAX_CALLS_PER_CONNECTION: ['calls', 'Maximum concurrent calls for one connection.'],
      SYNC_CALL_RATE_PER_SECOND: [
        'calls per second',
        'Maximum sustained rate of calls to one provider; 0 turns it off.',
      ],
      SYNC_CALL_RATE_BURST: ['calls', 'Calls that may be made at once after a quiet time.'],
      SYNC_CALL_MAX_RETRIES: [
        'retries',
        'Retries of one call after a transient failure; calls that are not idempotent are never retried.',
      ],
      SYNC_CALL_MAX_INTERNAL_ERROR_RETRIES: ['retries', 'Retries of one call after status 500.'],
      SYNC_CALL_RETRY_BASE_MS: ['ms', 'Maximum of the random delay before the first retry; doubles with each retry.'],
      SYNC_CALL_RETRY_CAP_MS: ['ms', 'Maximum delay before a retry; a call with a longer Retry-After is not retried.'],
      SYNC_CALL_RETRY_BUDGET_SHARE: ['share', 'Maximum ratio of retries to requests to one provider.'],
      SYNC_CALL_RETRY_BUDGET_PERIOD_MS: ['ms', 'The time over which that ratio is measured.'],
      SYNC_CALL_RETRY_BUDGET_MIN_CONCURRENT: ['retries', 'Concurrent retries that are allowed whatever the ratio.'],
      SYNC_CALL_BREAKER_WINDOW_SIZE: ['calls', 'Recent calls from which the circuit breaker decides.'],
      SYNC_CALL_BREAKER_MIN_CALLS: ['calls', 'Minimum number of recent calls for a decision.'],
      SYNC_CALL_BREAKER_FAILURE_SHARE: ['share', 'The breaker opens when at least this share of the calls failed.'],
      SYNC_CALL_BREAKER_OPEN_MS: ['ms', 'How long the breaker stays open; doubles with each consecutive opening.'],
      SYNC_CALL_BREAKER_MAX_OPEN_MS: ['ms', 'Maximum time that the breaker stays open.'],
      SYNC_CALL_BREAKER_PROBES: ['calls', 'Probes that are made before the breaker closes again.'],
      SYNC_CALL_BREAKER_PROBE_RETRY_MS: ['ms', 'Retry delay of calls that are refused while probes are in flight.'],
    },
  },
  {
    title: 'Runs',
    introduction: 'What one run reads before it yields to others; the sync then continues at its checkpoint.',
    variables: {
      SYNC_RUN_MAX_PAGES: ['pages', 'Pages after which a run yields.'],
      SYNC_RUN_MAX_DURATION_MS: ['ms', 'Time after which a run yields.'],
      SYNC_RUN_PAGINATION_MAX_EMPTY_PAGES: [
        'pages',
        'Consecutive empty pages after which a run ends although the provider promises more.',
      ],
      SYNC_RUN_PAGINATION_MAX_IDLE_PAGES: [
        'pages',
        'Consecutive pages without new or changed items after which a run fails (Endless pagination).',
      ],
      SYNC_RUN_WINDOW_INITIAL_LOOKBACK_MS: ['ms', 'Mail and transcriptions: how far back the first run reads.'],
      SYNC_RUN_WINDOW_OVERLAP_MS: ['ms', 'Mail: how much of the previous window is read again.'],
      SYNC_RUN_WINDOW_TRANSCRIPTION_OVERLAP_MS: [
        'ms',
        'Transcriptions: how much of the previous window is read again, because transcripts come late.',
      ],
      SYNC_RUN_WINDOW_MAX_GAP_MS: ['ms', 'Mail and transcriptions: how much is caught up after an interruption.'],
      SYNC_RUN_WINDOW_MAX_LENGTH_MS: ['ms', 'Mail and transcriptions: maximum length of one window when catching up.'],
      SYNC_RUN_WINDOW_AWAIT_MS: ['ms', 'Transcriptions: how long meetings without a transcript yet are read again.'],
      SYNC_RUN_WINDOW_CALENDAR_LOOKBACK_MS: ['ms', 'Calendars: how far back every run reads.'],
      SYNC_RUN_WINDOW_CALENDAR_LOOKAHEAD_MS: ['ms', 'Calendars: how far ahead every run reads.'],
      SYNC_RUN_REQUEST_PAGE_SIZE: ['items', 'Items requested per page of mail or transcriptions.'],
      SYNC_RUN_REQUEST_MAX_ROWS: ['rows', 'Known rows of each table that one run requests.'],
      SYNC_RUN_REQUEST_MAX_IDENTIFIER_TAGS: ['tags', 'Tags whose identifiers one run looks up.'],
      SYNC_RUN_REQUEST_MAX_INSIGHT_TAGS: ['tags', 'Tags about which one run requests insights.'],
    },
  },
  {
    title: 'Credentials',
    introduction: 'When credentials are refreshed, and what happens when a refresh fails.',
    variables: {
      SYNC_REFRESH_MARGIN_SHARE: [
        'share',
        'A credential is refreshed when less than this share of its lifetime is left.',
      ],
      SYNC_REFRESH_MIN_MARGIN_MS: ['ms', 'Minimum time before the expiry at which it is refreshed.'],
      SYNC_REFRESH_MAX_MARGIN_MS: ['ms', 'Maximum time before the expiry at which it is refreshed.'],
      SYNC_REFRESH_DEFAULT_LIFETIME_MS: [
        'ms',
        'Assumed lifetime of a credential that was obtained at an unknown time.',
      ],
      SYNC_REFRESH_LEASE_MS: ['ms', 'Duration of the lease of the process that refreshes.'],
      SYNC_REFRESH_POLL_INTERVAL_MS: ['ms', 'How often a process that waits for the refresh of another one polls.'],
      SYNC_REFRESH_MAX_POLLS: ['polls', 'How many times it polls.'],
      SYNC_REFRESH_BACKOFF_BASE_MS: [
        'ms',
        'Delay after the first failed refresh; about doubles with each further failure.',
      ],
      SYNC_REFRESH_BACKOFF_CAP_MS: ['ms', 'Maximum delay after a failed refresh.'],
      SYNC_REFRESH_GIVE_UP_AFTER_MS: ['ms', 'The user must sign in again after refreshes have failed for this long, …'],
      SYNC_REFRESH_RECENT_ATTEMPT_MS: ['ms', '… provided that one was attempted within this time.'],
    },
  },
  {
    title: 'Checks of connections',
    introduction: 'How often a connection is checked for missing permissions.',
    variables: {
      SYNC_CHECK_INTERVAL_MS: ['ms', 'Time between two checks of a connection.'],
      SYNC_CHECK_JITTER: ['share', 'Checks are spread by up to this share of the interval, both ways.'],
      SYNC_CHECK_RETRY_DELAY_MS: ['ms', 'Delay after a check that failed.'],
    },
  },
  {
    title: 'Definitions of providers',
    introduction: 'How often definition.json is read.',
    variables: {
      SYNC_DEFINITION_INTERVAL_MS: ['ms', 'Time between two reads.'],
      SYNC_DEFINITION_RETRY_BASE_MS: ['ms', 'Delay after the first failure; doubles up to the interval.'],
    },
  },
  {
    title: 'Workers',
    introduction: 'How many syncs a worker process claims and runs.',
    variables: {
      SYNC_WORKER_MAX_CLAIMED: ['runs', 'Maximum claimed runs, waiting ones included.'],
      SYNC_WORKER_BATCH_SIZE: ['runs', 'Maximum runs per claim.'],
      SYNC_WORKER_REFILL_THRESHOLD: ['runs', 'A worker that was full claims again when there is room for this many.'],
      SYNC_WORKER_QUEUE_MAX_RUNS_PER_PROVIDER: ['runs', 'Maximum concurrent runs of one provider.'],
      SYNC_WORKER_QUEUE_MAX_RUNS_PER_CONNECTION: ['runs', 'Maximum concurrent runs of one connection.'],
      SYNC_WORKER_QUEUE_MAX_WAITING_PER_PROVIDER: ['runs', 'Maximum waiting runs of one provider.'],
      SYNC_WORKER_LEASE_DURATION_MS: ['ms', 'Duration of the lease of a claimed sync.'],
      SYNC_WORKER_LEASE_HEARTBEAT_MS: ['ms', 'Interval at which leases are extended.'],
      SYNC_WORKER_QUEUE_FULL_DELAY_MS: [
        'ms',
        'How long a claimed run is deferred when the queue of its provider is full.',
      ],
      SYNC_WORKER_MIN_SLEEP_MS: ['ms', 'Minimum sleep of an idle worker.'],
      SYNC_WORKER_MAX_SLEEP_MS: ['ms', 'Maximum sleep of an idle worker.'],
      SYNC_WORKER_GRACE_MS: ['ms', 'How long runs may take to finish their page when the worker stops.'],
    },
  },
  {
    title: 'The GraphQL API',
    introduction:
      'The limits of requests. Rates apply per process. 0 turns a limit off. A rate has two variables, the sustained rate and the\n' +
      'burst; 0 in one of them turns the rate off.\n\n' +
      'Beside the numbers: a failed operation has status 200. GRAPH_STRICT_STATUS=true gives every response of the graph status\n' +
      '200, except 401 when authentication failed; without it, a request that is not GraphQL (no JSON, another method or\n' +
      'content type, a body that is too large) has a 4xx status, and 503 means that the database or the issuer cannot be reached\n' +
      '([using-the-graph.md](using-the-graph.md#queries)).\n' +
      'GRAPH_DEV_TOKENS=true with GRAPH_DEV_TOKEN_SECRET accepts development tokens, on a developer’s machine only\n' +
      '([decision 034](decisions/034-a-switch-that-production-refuses.md)).',
    variables: {
      GRAPH_DEPTH: ['levels', 'Maximum depth of the selections of a document.'],
      GRAPH_ALIASES: ['fields', 'Maximum number of aliases and repeated fields.'],
      GRAPH_DIRECTIVES: ['directives', 'Maximum number of directives.'],
      GRAPH_TOKENS: ['tokens', 'Maximum number of tokens.'],
      GRAPH_ROOT_FIELDS: ['fields', 'Maximum number of root fields of an operation.'],
      GRAPH_CHARACTERS: ['characters', 'Maximum length of a document.'],
      GRAPH_COST: ['points', 'Maximum estimated cost of an operation; a batch may cost twice as much.'],
      GRAPH_TIMEOUT_MS: ['ms', 'Timeout of an operation, unless its fields require a longer one.'],
      GRAPH_BATCH: ['operations', 'Maximum operations of a batch.'],
      GRAPH_PARALLEL: ['operations', 'Queries of a batch that run concurrently.'],
      GRAPH_REQUESTS_PER_SECOND: ['operations per second', 'Sustained rate of operations of a tenant.'],
      GRAPH_REQUEST_BURST: ['operations', 'Operations of a tenant at once after a quiet time.'],
      GRAPH_MUTATIONS_PER_SECOND: ['mutations per second', 'Sustained rate of mutations of a tenant.'],
      GRAPH_MUTATION_BURST: ['mutations', 'Mutations of a tenant at once after a quiet time.'],
      GRAPH_HEAVY_PER_SECOND: ['fields per second', 'Sustained rate of heavy fields of a tenant.'],
      GRAPH_HEAVY_BURST: ['fields', 'Heavy fields of a tenant at once after a quiet time.'],
      GRAPH_ANONYMOUS_PER_SECOND: [
        'requests per second',
        'Sustained rate of requests without a token, or with an invalid one, from an IP address.',
      ],
      GRAPH_ANONYMOUS_BURST: [
        'requests',
        'Requests without a valid token from an IP address at once after a quiet time.',
      ],
    },
  },
  {
    title: 'Pages of the open web',
    introduction:
      'How workers fetch pasted pages and the feeds of companies. WEB_FETCH=false turns it off; WEB_ALLOWED_HOSTS lists hosts\n' +
      '(`wiki.corp.example`, `10.0.0.7:8080`) that may be fetched although they are not on the public internet.',
    variables: {
      WEB_CONNECT_TIMEOUT_MS: ['ms', 'Maximum time to open a connection.'],
      WEB_TIMEOUT_MS: ['ms', 'Timeout of one request; each redirect is a request.'],
      WEB_MAX_BODY_BYTES: [
        'bytes',
        'Maximum decompressed size of a page, of which the rest is not read, and of a feed.',
      ],
      WEB_MAX_REDIRECTS: ['redirects', 'Maximum number of redirects that are followed.'],
      WEB_HOST_DELAY_MS: ['ms', 'Minimum time between two requests of a process to one host.'],
      WEB_MAX_HOSTS: ['hosts', 'Maximum number of hosts that a process requests pages from at the same time.'],
      WEB_MAX_ATTEMPTS: ['attempts', 'Attempts after which a page is given up.'],
      WEB_RETRY_BASE_MS: ['ms', 'Delay after the first failed attempt; six times as long after each further one.'],
      WEB_POLL_INTERVAL_MS: ['ms', 'Interval at which an idle worker looks for pages to fetch.'],
      WEB_NEWS_INTERVAL_MS: ['ms', 'Time between two reads of a company’s feed.'],
      WEB_NEWS_PERIOD_MS: ['ms', 'How long a feed is read after the news of its company was last requested.'],
    },
  },
  {
    title: 'Recommendations',
    introduction: 'How often workers look for what to recommend to a tenant.',
    variables: {
      RECOMMENDATION_INTERVAL_MS: ['ms', 'Time between two looks at what a tenant has; 0 turns them off.'],
      RECOMMENDATION_POLL_INTERVAL_MS: ['ms', 'Interval at which an idle worker looks for tenants that are due.'],
    },
  },
]
