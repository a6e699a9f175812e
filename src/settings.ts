import type { Environment } from './runtime/environment.ts'
import type { LogLevel } from './runtime/log.ts'

/** The settings of a provider that can be given in code. Each replaces the environment variable of its line. */
export interface ProviderSettings {
  /** BASE_URL: the public URL of the provider. */
  baseUrl?: string | undefined
  /** PORT: 0 chooses a free one. Default: 5000. */
  port?: number | undefined
  /** PLATFORM_ENVIRONMENT_URL: the platform that connections are registered with. */
  platformUrl?: string | undefined
  /** PLATFORM_API_KEY: the secret shared with the platform; at least 32 characters. */
  platformKey?: string | undefined
  /** LOG_LEVEL. Default: info. */
  logLevel?: LogLevel | undefined
}

const VARIABLES: Readonly<Record<keyof ProviderSettings, string>> = {
  baseUrl: 'BASE_URL',
  port: 'PORT',
  platformUrl: 'PLATFORM_ENVIRONMENT_URL',
  platformKey: 'PLATFORM_API_KEY',
  logLevel: 'LOG_LEVEL',
}

/** The environment, with the variables of the settings replaced. */
export function withSettings(environment: Environment, settings: ProviderSettings): Environment {
  const replaced = entriesOf(settings).map(([name, value]) => [VARIABLES[name], String(value)])
  return { ...environment, ...Object.fromEntries(replaced) }
}

/** The problem of a variable, in the words of the setting that replaced it. */
export function nameSetting(problem: string, settings: ProviderSettings): string {
  const [name] = entriesOf(settings).find(([name]) => problem.startsWith(`${VARIABLES[name]} `)) ?? []
  return name ? `settings.${name}${problem.slice(VARIABLES[name].length)}` : problem
}

/** The problems of settings that do not exist: a misspelled one would otherwise be ignored. */
export function unknownSettings(settings: ProviderSettings): string[] {
  return Object.keys(settings)
    .filter((name) => !(name in VARIABLES))
    .map((name) => `settings.${name} does not exist: the settings are ${Object.keys(VARIABLES).join(', ')}.`)
}

function entriesOf(settings: ProviderSettings): [keyof ProviderSettings, unknown][] {
  const entries = Object.entries(settings) as [keyof ProviderSettings, unknown][]
  return entries.filter(([name, value]) => name in VARIABLES && value !== undefined)
}
