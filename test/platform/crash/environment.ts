import { KEY, startProvider, type TestProvider } from '../graph/provider.ts'
import { AUDIENCE, startIssuer } from '../sign-in/issuer.ts'
import { createKilledDatabase, type KilledDatabase } from '../storage/crash/killed-database.ts'
import { FakeMailbox } from './mailbox.ts'
import { PlatformProcess } from './platform-process.ts'

/** The owner of the mailbox, on the platform and at the provider. */
export const OWNER = 'ada@acme.example'

/** What a platform process needs: a database, an OpenID Connect issuer, and a provider with a mailbox. */
export interface TestEnvironment {
  database: KilledDatabase
  mailbox: FakeMailbox
  provider: TestProvider
  /** Starts a platform process without waiting until it is ready. */
  start(variables?: Readonly<Record<string, string>>, root?: string): PlatformProcess
  /** The process ids of all platforms that were started. */
  pids(): number[]
  /** Runs a GraphQL operation as the owner. Throws the first error of the response. */
  query<Data>(platform: PlatformProcess, document: string, input: object): Promise<Data>
  /** Registers a credential, as the provider does. */
  register(platform: PlatformProcess, connectionId: string, credential?: object): Promise<Response>
  /** Connects an account of the provider, and returns the id of its connection. Throws if the registration fails. */
  connect(
    platform: PlatformProcess,
    application?: string,
    toCredential?: (connectionId: string) => object,
  ): Promise<string>
  /** Kills all processes, stops the servers and drops the database. */
  dispose(): Promise<void>
}

const START = 'mutation Start($input: StartConnectionInput!) { startConnection(input: $input) { connectionId } }'

interface Started {
  startConnection: { connectionId: string }
}

/** The initial sync starts at once, further ones only on request, and leases of killed workers expire soon. */
const VARIABLES = {
  PORT: '0',
  ROLE: 'all',
  LOG_LEVEL: 'info',
  PLATFORM_API_KEY: KEY,
  STOP_GRACE_MS: '0',
  OIDC_AUDIENCE: AUDIENCE,
  SYNC_CONNECT_SPREAD_MS: '0',
  SYNC_CADENCE_EMAIL_MS: '86400000',
  SYNC_BACKOFF_BASE_MS: '86400000',
  SYNC_BACKOFF_CAP_MS: '86400000',
  SYNC_WORKER_LEASE_DURATION_MS: '2000',
  SYNC_WORKER_LEASE_HEARTBEAT_MS: '500',
  SYNC_WORKER_MIN_SLEEP_MS: '50',
  SYNC_WORKER_MAX_SLEEP_MS: '200',
  SYNC_CALL_RATE_PER_SECOND: '1000',
  SYNC_CALL_RATE_BURST: '1000',
}

export async function createEnvironment(): Promise<TestEnvironment> {
  const [database, issuer, provider] = await Promise.all([createKilledDatabase(), startIssuer(), startProvider()])
  const { dataDir, databaseUrl } = database.options
  const mailbox = new FakeMailbox()
  provider.responses.set('/sync/email', mailbox.respond)
  const platforms: PlatformProcess[] = []
  const defaults = {
    ...VARIABLES,
    DATA_DIR: dataDir,
    ...(databaseUrl && { DATABASE_URL: databaseUrl, CREDENTIAL_KEY: 'the-secret-of-the-credentials' }),
    HUB_URL: provider.url,
    OIDC_ISSUER: issuer.issuer,
  }
  const post = async (platform: PlatformProcess, path: string, bearer: string, body: object) =>
    fetch(`${await platform.ready}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${bearer}` },
      body: JSON.stringify(body),
    })
  const environment: TestEnvironment = {
    database,
    mailbox,
    provider,
    start(variables = {}, root) {
      const platform = new PlatformProcess({ ...defaults, ...variables }, root)
      platforms.push(platform)
      return platform
    },
    pids: () => platforms.flatMap(({ pid }) => pid ?? []),
    async query(platform, document, input) {
      const body = { query: document, variables: { input } }
      const response = await post(platform, '/api/v1/graph', await issuer.token(OWNER), body)
      const { data, errors } = (await response.json()) as { data: never; errors?: { message: string }[] }
      if (errors?.[0]) throw new Error(`the graph returned an error: ${errors[0].message}`)
      return data
    },
    register(platform, connectionId, changes = {}) {
      const credential = { accessToken: 'the-access-token', email: OWNER, profile: null, ...changes }
      return post(platform, '/api/v1/connections/registration', KEY, { connectionId, credential })
    },
    async connect(platform, application = 'mail', toCredential = () => ({})) {
      const input = { application, requireConfirmation: false }
      const { startConnection } = await environment.query<Started>(platform, START, input)
      const { connectionId } = startConnection
      const { status } = await environment.register(platform, connectionId, toCredential(connectionId))
      if (status !== 200) throw new Error(`the registration was refused with ${status}`)
      return connectionId
    },
    async dispose() {
      await Promise.all(platforms.map((platform) => platform.kill()))
      await Promise.all([database.drop(), issuer.stop(), provider.stop()])
    },
  }
  return environment
}
