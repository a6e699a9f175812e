import { randomUUID } from 'node:crypto'
import { readConfig } from '../../../platform/config.ts'
import { startPlatform } from '../../../platform/start.ts'
import type { Buckets } from '../../../platform/storage/buckets.ts'
import type { Database } from '../../../platform/storage/postgres/database.ts'
import { createLog } from '../../../src/runtime/log.ts'
import { AUDIENCE, startIssuer, type TestIssuer } from '../sign-in/issuer.ts'
import { openTestStore, type TestStore } from '../storage/test-store.ts'
import { KEY, startProvider, type TestProvider } from './provider.ts'

export interface GraphResponse {
  status: number
  headers: Headers
  /** Empty if the response has no data. */
  data: Record<string, unknown>
  errors: { message: string; path?: string[]; extensions: Record<string, unknown> }[] | undefined
  extensions: Record<string, unknown> | undefined
}

/** A platform on loopback with a test issuer, a test provider and a database of its own. */
export interface Api {
  url: string
  /** Finds the tables of everybody, on a cluster those of its first bucket. */
  db: Database
  /** Where the tables of each tenant are. */
  buckets: Buckets
  issuer: TestIssuer
  provider: TestProvider
  log: () => string
  /** Executes an operation as the person with this email, who is signed in first if necessary. */
  execute(email: string, query: string, variables?: object): Promise<GraphResponse>
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>
  /** Registers a credential, as the provider does after sign-in. */
  register(connectionId: string, email?: string, profile?: object | null): Promise<Response>
  /** Creates an active connection whose syncs wait for their first run. Resolves to its id. */
  connect(email: string, application?: string): Promise<string>
  /** Stops the platform but keeps its database open for inspection. */
  stopPlatform(): Promise<void>
  stop(): Promise<void>
}

/** Syncs do not run on their own, only when a test runs them. */
const IDLE_WORKER = {
  SYNC_CONNECT_SPREAD_MS: '86400000',
  SYNC_WORKER_MAX_SLEEP_MS: '500',
  SYNC_CALL_MAX_RETRIES: '0',
  SYNC_WORKER_GRACE_MS: '50',
}

/** No rate limits, except in the tests of the limits themselves, which override these. */
const NO_RATE_LIMITS = {
  GRAPH_REQUESTS_PER_SECOND: '0',
  GRAPH_MUTATIONS_PER_SECOND: '0',
  GRAPH_HEAVY_PER_SECOND: '0',
  GRAPH_ANONYMOUS_PER_SECOND: '0',
}

export async function startApi(
  environment: Record<string, string> = {},
  startedIssuer: TestIssuer | Promise<TestIssuer> = startIssuer(),
  prepare: (store: TestStore) => Promise<void> = async () => {},
): Promise<Api> {
  const [store, issuer, provider] = await Promise.all([
    openTestStore({ allBuckets: true }),
    startedIssuer,
    startProvider(),
  ])
  await prepare(store)
  const lines: string[] = []
  const config = readConfig({
    PORT: '0',
    PLATFORM_API_KEY: KEY,
    STOP_GRACE_MS: '0',
    HUB_URL: provider.url,
    OIDC_ISSUER: issuer.issuer,
    OIDC_AUDIENCE: AUDIENCE,
    DATABASE_URL: store.url,
    CREDENTIAL_KEY: 'credential-key-of-the-tests',
    LOG_LEVEL: 'trace',
    WEB_FETCH: 'false',
    RECOMMENDATION_INTERVAL_MS: '0',
    ...IDLE_WORKER,
    ...NO_RATE_LIMITS,
    ...environment,
  })
  const platform = await startPlatform(config, createLog(config.logLevel, { write: (line) => lines.push(line) }))
  const url = `http://127.0.0.1:${platform.port}`
  const post: Api['post'] = (path, body, headers = {}) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  const execute: Api['execute'] = async (email, query, variables) => {
    const headers = { Authorization: `Bearer ${await issuer.token(email)}` }
    return toGraphResponse(await post('/api/v1/graph', { query, variables }, headers))
  }
  const register: Api['register'] = (connectionId, email = 'ada@vendor.example', profile = null) =>
    post(
      '/api/v1/connections/registration',
      { connectionId, credential: { accessToken: `token-of-${email}-${connectionId}`, email, profile } },
      { Authorization: `Bearer ${KEY}` },
    )
  const connect: Api['connect'] = async (email, application = 'mail') => {
    const { data } = await execute(email, START, { input: { application, requireConfirmation: false } })
    const { connectionId } = data.startConnection as { connectionId: string }
    await register(connectionId)
    return connectionId
  }
  let stopped: Promise<void> | undefined
  const stopPlatform = () => {
    stopped ??= platform.stop()
    return stopped
  }
  const stop = async () => {
    await stopPlatform()
    await Promise.all([issuer.stop(), provider.stop()])
    await store.close()
  }
  return {
    url,
    db: store.db,
    buckets: store.buckets,
    issuer,
    provider,
    log: () => lines.join(''),
    execute,
    post,
    register,
    connect,
    stopPlatform,
    stop,
  }
}

export const START = `mutation Start($input: StartConnectionInput!) {
  startConnection(input: $input) { connectionId url }
}`

export async function toGraphResponse(response: Response): Promise<GraphResponse> {
  const { data, errors, extensions } = (await response.json()) as Partial<GraphResponse>
  return { status: response.status, headers: response.headers, data: data ?? {}, errors, extensions }
}

/** The code of a response's first error. */
export function codeOf({ errors }: Pick<GraphResponse, 'errors'>): unknown {
  return errors?.[0]?.extensions.code
}

/** The email of a person who has never signed in. */
export function newEmail(): string {
  return `person-${randomUUID()}@people.example`
}
