import { GRAPH_LIMITS, type GraphLimits } from './graph/server/limits.ts'
import { LOG_LEVELS, type LogLevel } from '../src/runtime/log.ts'
import { Secret } from '../src/runtime/secret.ts'
import { type EngineRules, rulesFrom } from './sync/engine-options.ts'

/** What a process does: answers the API, works off syncs, or both. */
const ROLES = ['all', 'api', 'worker'] as const
export type Role = (typeof ROLES)[number]

/** Everything the platform reads from its environment, once, at start. */
export interface Config {
  port: number
  role: Role
  logLevel: LogLevel
  /** Whether the address of a request is the one that a proxy in front names. */
  trustProxy: boolean
  /** Shared with the providers. */
  platformKey: Secret
  /** Base URLs of the providers. */
  providerUrls: readonly string[]
  issuer: string
  audience: string
  /** Origins whose scripts may call the graph from browsers. */
  corsOrigins: readonly string[]
  /** Whether who signs in for the first time becomes a tenant. */
  autoProvision: boolean
  /** Absent: the embedded store in `dataDir`. */
  databaseUrl?: Secret
  dataDir: string
  /** The first encrypts credentials, all decrypt. Empty: the secret beside the embedded store. */
  credentialKeys: readonly Secret[]
  engineRules: EngineRules
  limits: GraphLimits
}

/** The environment is wrong. Names all problems at once. */
export class StartupError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`The platform cannot start:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.name = 'StartupError'
    this.problems = problems
  }
}

export type Environment = Readonly<Record<string, string | undefined>>

const SHORTEST_KEY = 16

/** Reads and checks the environment. Throws StartupError with every problem found. */
export function readConfig(environment: Environment): Config {
  const read = new Reader(environment)
  const role = read.oneOf('ROLE', ROLES, 'all')
  const databaseUrl = read.databaseUrl('DATABASE_URL')
  const config: Config = {
    port: read.whole('PORT', 4000, 65_535),
    role,
    logLevel: read.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
    trustProxy: read.flag('TRUST_PROXY', false),
    platformKey: read.platformKey('PLATFORM_API_KEY'),
    providerUrls: read.providers('PROVIDER_URLS', 'HUB_URL'),
    // A worker answers nobody who has signed in.
    issuer: role === 'worker' ? '' : read.url('OIDC_ISSUER'),
    audience: role === 'worker' ? '' : read.required('OIDC_AUDIENCE', 'the audience that access tokens are made for'),
    corsOrigins: read.origins('CORS_ORIGINS'),
    autoProvision: read.flag('AUTO_PROVISION', true),
    ...(databaseUrl ? { databaseUrl } : {}),
    dataDir: read.text('DATA_DIR') ?? './data',
    credentialKeys: read.credentialKeys('CREDENTIAL_KEY', databaseUrl !== undefined),
    engineRules: read.engineRules(),
    limits: read.numbers('GRAPH', GRAPH_LIMITS),
  }
  if (read.problems.length > 0) throw new StartupError(read.problems)
  return Object.freeze(config)
}

class Reader {
  readonly problems: string[] = []
  readonly #environment: Environment

  constructor(environment: Environment) {
    this.#environment = environment
  }

  text(name: string): string | undefined {
    return this.#environment[name]?.trim() || undefined
  }

  required(name: string, what: string): string {
    const value = this.text(name)
    if (value === undefined) this.problems.push(`${name} is missing: set it to ${what}.`)
    return value ?? ''
  }

  url(name: string): string {
    const value = this.required(name, 'a web address')
    if (value !== '' && !isWebAddress(value)) this.problems.push(`${name} must be an http or https address.`)
    return value
  }

  /** A comma-separated list, by default the one of `fallback`. */
  providers(name: string, fallback: string): string[] {
    const source = this.text(name) === undefined ? fallback : name
    const urls = (this.text(source) ?? '').split(',').flatMap((url) => url.trim().replace(/\/+$/, '') || [])
    if (urls.length === 0) this.problems.push(`${fallback} is missing: set it to the address of the hub.`)
    for (const url of urls) if (!isWebAddress(url)) this.problems.push(`${source} holds no web address: ${url}`)
    return urls
  }

  /** A comma-separated list of origins, as browsers send them. */
  origins(name: string): string[] {
    const origins = (this.text(name) ?? '').split(',').flatMap((origin) => origin.trim() || [])
    for (const origin of origins) {
      if (!URL.canParse(origin) || new URL(origin).origin !== origin) {
        this.problems.push(`${name} holds no origin such as https://app.example: ${origin}`)
      }
    }
    return origins
  }

  platformKey(name: string): Secret {
    const key = this.required(name, 'the secret that the platform and its providers share')
    if (/[^\x21-\x7e]/.test(key)) this.problems.push(`${name} must be printable ASCII, to stand in a header.`)
    return new Secret(key)
  }

  /** Machines that share a database must share the key too, so none is made up then. */
  credentialKeys(name: string, isRequired: boolean): Secret[] {
    const keys = (this.text(name) ?? '').split(',').flatMap((key) => key.trim() || [])
    if (isRequired && keys.length === 0) {
      this.problems.push(`${name} is missing: with DATABASE_URL set it to the secret that encrypts credentials.`)
    }
    if (keys.some(({ length }) => length < SHORTEST_KEY)) {
      this.problems.push(`${name} must have at least ${SHORTEST_KEY} characters; older keys follow after a comma.`)
    }
    return keys.map((key) => new Secret(key))
  }

  databaseUrl(name: string): Secret | undefined {
    const value = this.text(name)
    if (value !== undefined && !/^postgres(ql)?:\/\//.test(value)) {
      this.problems.push(`${name} must begin with postgres:// or postgresql://.`)
    }
    return value === undefined ? undefined : new Secret(value)
  }

  whole(name: string, fallback: number, most: number): number {
    const number = Number(this.text(name) ?? fallback)
    if (Number.isInteger(number) && number >= 0 && number <= most) return number
    this.problems.push(`${name} must be a whole number from 0 to ${most}.`)
    return fallback
  }

  flag(name: string, fallback: boolean): boolean {
    return this.oneOf(name, ['true', 'false'], fallback ? 'true' : 'false') === 'true'
  }

  oneOf<Word extends string>(name: string, words: readonly Word[], fallback: Word): Word {
    const value = this.text(name)
    const word = value === undefined ? fallback : words.find((candidate) => candidate === value)
    if (word === undefined) this.problems.push(`${name} must be one of ${words.join(', ')}.`)
    return word ?? fallback
  }

  /** Every number of a group by its name: `mutationBurst` is GRAPH_MUTATION_BURST. */
  numbers<Group extends Readonly<Record<string, number>>>(prefix: string, defaults: Group): Group {
    const entries = Object.entries(defaults).map(([name, usual]) => {
      const variable = `${prefix}_${name.replace(/([A-Z])/g, '_$1').toUpperCase()}`
      return [name, this.whole(variable, usual, Number.MAX_SAFE_INTEGER)]
    })
    return Object.fromEntries(entries) as Group
  }

  engineRules(): EngineRules {
    try {
      return rulesFrom(this.#environment)
    } catch (error) {
      this.problems.push((error as Error).message)
      return rulesFrom({})
    }
  }
}

function isWebAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return /^https?:$/.test(url?.protocol ?? '') && !url?.username && !url?.search && !url?.hash
}
