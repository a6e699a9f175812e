import { isIP } from 'node:net'
import type { Settings, Variable, Vendor } from './kit/application.ts'
import { type Environment, EnvironmentReader, StartupError, withoutTrailingSlashes } from './runtime/environment.ts'
import { LOG_LEVELS, type LogLevel } from './runtime/log.ts'
import { omitUndefined } from './runtime/omit.ts'
import { Secret } from './runtime/secret.ts'
import { readServerOptions, type ServerOptions } from './runtime/server-options.ts'

/** Whether a callback must come from the browser that started the connection: see docs/decisions. */
export type AuthBinding = 'auto' | 'strict' | 'off'

/** A vendor's settings as the environment provides them, and the names of the required variables it lacks. */
export interface VendorSettings {
  settings: Settings
  missing: string[]
}

/** Everything the hub reads from its environment, once, at start. */
export interface Config {
  /** Public URL of this hub, without a trailing slash. */
  baseUrl: string
  port: number
  server: ServerOptions
  /** Shared with the platform and sent to it; absent only when unauthenticated requests are allowed. */
  platformKey?: Secret
  /** Further keys that are accepted from the platform: while the key is rotated, the next or the previous one. */
  otherPlatformKeys?: readonly Secret[]
  /** The platform that connections are registered with. */
  platformUrl: string
  /** Overrides the path that registrations are posted to. */
  registrationPath?: string
  authBinding: AuthBinding
  logLevel: LogLevel
  /** Time one request may spend on calls to a vendor (ms). */
  vendorBudgetMs: number
  /** Fail instead of dropping an item that does not fit the contract: on in development and tests. */
  strictItems: boolean
  vendors: Readonly<Record<string, VendorSettings>>
}

/** Reads and checks the environment. Throws StartupError with every problem found. */
export function readConfig(environment: Environment, vendors: readonly Vendor[]): Config {
  const read = new EnvironmentReader(environment)
  const [platformKey, ...otherPlatformKeys] = readPlatformKeys(read)
  const config: Config = {
    baseUrl: withoutTrailingSlashes(read.requiredUrl('BASE_URL', 'https://hub.example.com')),
    port: read.integer('PORT', 5000, 0, 65_535),
    server: readServerOptions(read),
    platformUrl: read.requiredUrlWithQuery('PLATFORM_ENVIRONMENT_URL', 'https://platform.example.com'),
    authBinding: read.oneOf('AUTH_BINDING', ['auto', 'strict', 'off'], 'auto'),
    logLevel: read.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
    vendorBudgetMs: read.integer('VENDOR_BUDGET_MS', 45_000, 1_000, 110_000),
    strictItems: ['development', 'test'].includes(environment.NODE_ENV ?? ''),
    vendors: Object.fromEntries(vendors.map((vendor) => [vendor.name, readVendor(read, vendor)])),
    otherPlatformKeys,
    ...omitUndefined({ platformKey, registrationPath: readRegistrationPath(read) }),
  }
  if (read.problems.length > 0) throw new StartupError('hub', read.problems)
  return Object.freeze(config)
}

function readPlatformKeys(read: EnvironmentReader): Secret[] {
  const isOptional = read.flag('ALLOW_UNAUTHENTICATED_PROVIDER_REQUESTS', false)
  const keys = isOptional ? read.headerSecrets('PLATFORM_API_KEY', 1) : read.headerSecrets('PLATFORM_API_KEY')
  if (keys.length === 0 && !isOptional) {
    read.problems.push('PLATFORM_API_KEY is missing: set it to the secret that the platform and the hub share.')
  }
  return keys
}

function readRegistrationPath(read: EnvironmentReader): string | undefined {
  const path = read.text('PLATFORM_REGISTRATION_PATH')
  // `//host` and `/\host` would name another host, which would receive the credentials.
  if (path && !/^\/(?![/\\])/.test(path)) {
    read.problems.push('PLATFORM_REGISTRATION_PATH must be a path that begins with a single slash.')
  }
  return path
}

function readVendor(read: EnvironmentReader, vendor: Vendor): VendorSettings {
  const declared = Object.entries(vendor.variables)
  const hasOrigin = declared.some(([, { kind, name }]) => kind === 'origin' && read.text(name) !== undefined)
  const settings = Object.fromEntries(
    declared.map(([name, variable]) => [name, readSetting(read, variable, hasOrigin)]),
  )
  const missing = declared.filter(([name, { required }]) => required && settings[name] === undefined)
  return { settings, missing: missing.map(([, { name }]) => name) }
}

/** A vendor with an origin of its own is replaced by a server on this network, so its URLs may then be plain http. */
function readSetting(read: EnvironmentReader, variable: Variable, hasOrigin: boolean): string | Secret | undefined {
  const value = read.text(variable.name) ?? variable.default
  if (value === undefined) return undefined
  if (variable.kind === 'origin') return readOrigin(read, variable.name, value)
  if (variable.kind === 'url' && !hasOrigin) checkHttps(read, variable.name, value)
  return variable.secret ? new Secret(value) : value
}

function readOrigin(read: EnvironmentReader, name: string, value: string): string | undefined {
  const url = parseUrl(value)
  if (url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.username && !url.search) return url.origin
  read.problems.push(`${name} must be an origin: scheme, host and port, without a path.`)
  return undefined
}

function checkHttps(read: EnvironmentReader, name: string, value: string): void {
  const url = parseUrl(value)
  if (url?.protocol === 'https:' && !url.username && isIP(url.hostname) === 0) return
  read.problems.push(`${name} must be an https URL with a host name.`)
}

function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined
}
