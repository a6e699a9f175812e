import { type Environment, EnvironmentReader, StartupError } from '../src/runtime/environment.ts'
import { LOG_LEVELS, type LogLevel } from '../src/runtime/log.ts'
import { omitUndefined } from '../src/runtime/omit.ts'
import { Secret } from '../src/runtime/secret.ts'
import { readServerOptions, type ServerOptions } from '../src/runtime/server-options.ts'
import { type ConsoleOptions, readConsoleOptions } from './console/options.ts'
import { GRAPH_LIMITS, type GraphLimits } from './graph/server/limits.ts'
import { DEFAULT_RECOMMENDATION_OPTIONS, type RecommendationOptions } from './recommendations/worker.ts'
import { readDevelopmentTokenSecret } from './sign-in/development-tokens.ts'
import { type EngineOptions, readEngineOptions } from './sync/engine-options.ts'
import { readWebOptions, type WebOptions } from './web/options.ts'

/** What a process does: serve the API, run syncs, or both. */
const ROLES = ['all', 'api', 'worker'] as const
export type Role = (typeof ROLES)[number]

/** Everything the platform reads from its environment, once, at start. */
export interface Config {
  port: number
  server: ServerOptions
  role: Role
  logLevel: LogLevel
  /** Whether X-Forwarded-* headers of a proxy in front are trusted. */
  trustProxy: boolean
  /** The URL below which people open what the platform stores, without a trailing slash: published notes link to it. */
  publicUrl?: string
  /** Shared with the providers and sent to them. */
  platformKey: Secret
  /** Further keys that are accepted from providers: while the key is rotated, the next or the previous one. */
  otherPlatformKeys?: readonly Secret[]
  /** Base URLs of the providers, without trailing slashes. */
  providerUrls: readonly string[]
  /** Issuer and audience of the access tokens that the API accepts. Empty for workers, which serve no API. */
  issuer: string
  audience: string
  /** The web application for people, served with the API. */
  console: ConsoleOptions
  /** Origins whose scripts may call the graph from browsers. */
  corsOrigins: readonly string[]
  /** The secret of development tokens; absent unless they are switched on. */
  developmentTokenSecret?: Secret
  /** Whether the graph's responses have status 200 for every error but those of authentication. */
  strictStatus: boolean
  /** Whether the schema of the graph can be read at /schema.graphql. */
  publicSchema: boolean
  /** Whether a person who signs in for the first time becomes a tenant. */
  autoProvision: boolean
  /** Without it the platform starts an embedded PostgreSQL in `dataDir`. */
  databaseUrl?: Secret
  dataDir: string
  /** The first key encrypts credentials, all of them decrypt. When empty, the key stored in `dataDir` is used. */
  credentialKeys: readonly Secret[]
  engineOptions: EngineOptions
  limits: GraphLimits
  /** Whether and how pages of the open web are fetched. */
  web: WebOptions
  recommendations: RecommendationOptions
}

const MIN_KEY_LENGTH = 16

/** Reads and checks the environment. Throws StartupError with every problem found. */
export function readConfig(environment: Environment): Config {
  const read = new EnvironmentReader(environment)
  const role = read.oneOf('ROLE', ROLES, 'all')
  const isWorker = role === 'worker'
  const databaseUrl = readDatabaseUrl(read)
  const publicUrl = read.url('BASE_URL')
  const developmentTokenSecret = readDevelopmentTokenSecret(read)
  const [platformKey = new Secret(''), ...otherPlatformKeys] = readPlatformKeys(read)
  const config: Config = {
    port: read.integer('PORT', 4000, 0, 65_535),
    server: readServerOptions(read),
    role,
    logLevel: read.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
    trustProxy: read.flag('TRUST_PROXY', false),
    platformKey,
    otherPlatformKeys,
    providerUrls: readProviderUrls(read),
    issuer: isWorker ? '' : read.requiredUrl('OIDC_ISSUER', 'https://login.example.com'),
    audience: isWorker ? '' : read.requiredText('OIDC_AUDIENCE', 'the audience of the access tokens to accept'),
    console: readConsoleOptions(read),
    corsOrigins: read.origins('CORS_ORIGINS'),
    autoProvision: read.flag('AUTO_PROVISION', true),
    strictStatus: read.flag('GRAPH_STRICT_STATUS', false),
    publicSchema: read.flag('GRAPH_PUBLIC_SCHEMA', true),
    ...omitUndefined({ databaseUrl, publicUrl, developmentTokenSecret }),
    dataDir: read.text('DATA_DIR') ?? './data',
    credentialKeys: readCredentialKeys(read, databaseUrl !== undefined),
    engineOptions: readEngineOptions(read),
    limits: read.integers('GRAPH', GRAPH_LIMITS),
    web: readWebOptions(read),
    recommendations: read.integers('RECOMMENDATION', DEFAULT_RECOMMENDATION_OPTIONS),
  }
  if (read.problems.length > 0) throw new StartupError('platform', read.problems)
  return Object.freeze(config)
}

function readPlatformKeys(read: EnvironmentReader): Secret[] {
  const keys = read.headerSecrets('PLATFORM_API_KEY')
  if (keys.length === 0)
    read.problems.push('PLATFORM_API_KEY is missing: set it to the secret that the platform and its providers share.')
  return keys
}

function readProviderUrls(read: EnvironmentReader): string[] {
  const urls = read.urls(read.text('PROVIDER_URLS') === undefined ? 'HUB_URL' : 'PROVIDER_URLS')
  if (urls.length === 0) read.problems.push('HUB_URL is missing: set it to a URL such as https://hub.example.com.')
  return urls
}

function readDatabaseUrl(read: EnvironmentReader): Secret | undefined {
  const url = read.text('DATABASE_URL')
  if (url !== undefined && !/^postgres(ql)?:\/\//.test(url)) {
    read.problems.push('DATABASE_URL must begin with postgres:// or postgresql://.')
  }
  return url === undefined ? undefined : new Secret(url)
}

/** Processes that share a database must also share the keys, so none is generated for a database of your own. */
function readCredentialKeys(read: EnvironmentReader, isRequired: boolean): Secret[] {
  const keys = read.list('CREDENTIAL_KEY')
  if (isRequired && keys.length === 0) {
    read.problems.push('CREDENTIAL_KEY is missing: with DATABASE_URL, set it to the secret that encrypts credentials.')
  }
  if (keys.some(({ length }) => length < MIN_KEY_LENGTH)) {
    read.problems.push(
      `CREDENTIAL_KEY must have at least ${MIN_KEY_LENGTH} characters; older keys follow after a comma.`,
    )
  }
  return keys.map((key) => new Secret(key))
}
