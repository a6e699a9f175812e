import { isIP } from 'node:net'
import type { Settings, Variable, Vendor } from './kit/application.ts'
import { holdSecret, Secret } from './kit/redact.ts'

/** Whether a callback must come from the browser that began the connection: see docs/decisions. */
export type AuthBinding = 'auto' | 'strict' | 'off'

/** A vendor's settings as the environment gives them, and the required variables it lacks. */
export interface VendorSettings {
  settings: Settings
  missing: string[]
}

/** Everything the hub reads from its environment, once, at start. */
export interface Config {
  /** Public URL of this hub, without a trailing slash. */
  baseUrl: string
  port: number
  /** Shared with the platform; absent only when unauthenticated requests are allowed. */
  platformKey?: Secret
  /** Where registrations go. */
  platformUrl: string
  registrationPath?: string
  authBinding: AuthBinding
  logLevel: string
  /** Time one request may spend on a vendor (ms). */
  vendorBudget: number
  /** Fail instead of dropping an item that does not fit the contract: on in development and tests. */
  strictItems: boolean
  vendors: Readonly<Record<string, VendorSettings>>
}

/** The environment or definition.json is wrong. Names all problems at once. */
export class StartupError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`The hub cannot start:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.name = 'StartupError'
    this.problems = problems
  }
}

type Environment = Readonly<Record<string, string | undefined>>

/** Reads and checks the environment. Throws StartupError with every problem found. */
export function readConfig(environment: Environment, vendors: readonly Vendor[]): Config {
  const problems: string[] = []
  const read = new Reader(environment, problems)
  const platformKey = readPlatformKey(read)
  const registrationPath = read.text('PLATFORM_REGISTRATION_PATH')
  const config: Config = {
    baseUrl: read.url('BASE_URL', true)?.replace(/\/+$/, '') ?? '',
    port: read.whole('PORT', 5000, 0, 65_535),
    ...(platformKey ? { platformKey } : {}),
    platformUrl: read.url('PLATFORM_ENVIRONMENT_URL', true) ?? '',
    ...(registrationPath ? { registrationPath } : {}),
    authBinding: read.oneOf('AUTH_BINDING', ['auto', 'strict', 'off'], 'auto'),
    logLevel: read.oneOf('LOG_LEVEL', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'info'),
    vendorBudget: read.whole('VENDOR_BUDGET_MS', 45_000, 1_000, 110_000),
    strictItems: ['development', 'test'].includes(environment.NODE_ENV ?? ''),
    vendors: Object.fromEntries(vendors.map((vendor) => [vendor.name, readVendor(read, vendor)])),
  }
  // `//host` and `/\host` are addresses of another host, which would be sent the credentials.
  if (registrationPath && !/^\/(?![/\\])/.test(registrationPath)) {
    problems.push('PLATFORM_REGISTRATION_PATH must be a path: one slash, then no other.')
  }
  if (problems.length > 0) throw new StartupError(problems)
  return Object.freeze(config)
}

function readPlatformKey(read: Reader): Secret | undefined {
  const key = read.text('PLATFORM_API_KEY')
  const open = read.oneOf('ALLOW_UNAUTHENTICATED_PROVIDER_REQUESTS', ['true', 'false'], 'false') === 'true'
  if (!key && !open) {
    read.problems.push('PLATFORM_API_KEY is missing: set the secret that the platform and the hub share.')
  }
  if (key && /[^\x21-\x7e]/.test(key)) {
    read.problems.push('PLATFORM_API_KEY holds a character that cannot stand in a header; use printable ASCII.')
  }
  if (!key) return undefined
  holdSecret(key)
  return new Secret(key)
}

function readVendor(read: Reader, vendor: Vendor): VendorSettings {
  const declared = Object.entries(vendor.variables)
  const origin = declared.some(([, variable]) => variable.kind === 'origin' && read.text(variable.variable))
  const settings = Object.fromEntries(declared.map(([name, variable]) => [name, readSetting(read, variable, origin)]))
  const missing = declared.filter(([name, { required }]) => required && settings[name] === undefined)
  return { settings, missing: missing.map(([, { variable }]) => variable) }
}

/** With an origin of its own a vendor is a stand-in on this network, so plain http is allowed for all its addresses. */
function readSetting(read: Reader, variable: Variable, origin: boolean): string | Secret | undefined {
  const value = read.text(variable.variable) ?? variable.default
  if (value === undefined) return undefined
  if (variable.kind === 'origin') return read.origin(variable.variable)
  if (variable.kind === 'url' && !origin) read.secureUrl(variable.variable, value)
  if (!variable.secret) return value
  holdSecret(value)
  return new Secret(value)
}

class Reader {
  readonly environment: Environment
  readonly problems: string[]

  constructor(environment: Environment, problems: string[]) {
    this.environment = environment
    this.problems = problems
  }

  text(name: string): string | undefined {
    return this.environment[name]?.trim() || undefined
  }

  url(name: string, required: boolean): string | undefined {
    const value = this.text(name)
    if (!value) {
      if (required) this.problems.push(`${name} is missing: set it to a web address such as https://hub.example.com.`)
      return undefined
    }
    const url = parseUrl(value)
    if (url && /^https?:$/.test(url.protocol) && !url.username && !url.search && !url.hash) return value
    this.problems.push(`${name} must be an http or https address without user name, query and fragment.`)
    return undefined
  }

  origin(name: string): string | undefined {
    const url = parseUrl(this.text(name) ?? '')
    if (url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.username && !url.search) return url.origin
    this.problems.push(`${name} must be an origin: scheme, host and port, without a path.`)
    return undefined
  }

  secureUrl(name: string, value: string): void {
    const url = parseUrl(value)
    if (url?.protocol === 'https:' && !url.username && isIP(url.hostname) === 0) return
    this.problems.push(`${name} must be an https address with a host name.`)
  }

  whole(name: string, fallback: number, least: number, most: number): number {
    const value = this.text(name)
    if (value === undefined) return fallback
    const number = Number(value)
    if (Number.isInteger(number) && number >= least && number <= most) return number
    this.problems.push(`${name} must be a whole number from ${least} to ${most}.`)
    return fallback
  }

  oneOf<Word extends string>(name: string, words: readonly Word[], fallback: Word): Word {
    const value = this.text(name)
    if (value === undefined) return fallback
    const word = words.find((candidate) => candidate === value)
    if (word) return word
    this.problems.push(`${name} must be one of ${words.join(', ')}.`)
    return fallback
  }
}

function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined
}
