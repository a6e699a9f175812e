import { Secret } from './secret.ts'

/** Length of keys that programs share, for example of `openssl rand -hex 16` (characters). */
const MIN_KEY_LENGTH = 32

export type Environment = Readonly<Record<string, string | undefined>>

/** The environment or another input of the start is wrong. Names all problems at once. */
export class StartupError extends Error {
  readonly problems: readonly string[]

  constructor(program: string, problems: readonly string[]) {
    super(`The ${program} cannot start:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.name = 'StartupError'
    this.problems = problems
  }
}

/** Reads environment variables and collects what is wrong with them, so that all problems are reported together. */
export class EnvironmentReader {
  readonly problems: string[] = []
  readonly #environment: Environment

  constructor(environment: Environment) {
    this.#environment = environment
  }

  /** Returns the trimmed value; undefined when it is unset or blank. */
  text(name: string): string | undefined {
    return this.#environment[name]?.trim() || undefined
  }

  /** `description` completes the sentence "set it to …". */
  requiredText(name: string, description: string): string {
    const value = this.text(name)
    if (value === undefined) this.problems.push(`${name} is missing: set it to ${description}.`)
    return value ?? ''
  }

  /** Splits a comma-separated list and drops blank entries. */
  list(name: string): string[] {
    return (this.text(name) ?? '').split(',').flatMap((entry) => entry.trim() || [])
  }

  /** An http or https URL without trailing slashes. Undefined when it is unset. */
  url(name: string): string | undefined {
    const value = this.text(name)
    if (value !== undefined && !isBaseUrl(value)) this.problems.push(`${name} ${NOT_A_BASE_URL}.`)
    return value === undefined ? undefined : withoutTrailingSlashes(value)
  }

  /** An http or https URL that paths are appended to, as it was written. `example` is shown when it is missing. */
  requiredUrl(name: string, example: string): string {
    const value = this.requiredText(name, `a URL such as ${example}`)
    if (value !== '' && !isBaseUrl(value)) this.problems.push(`${name} ${NOT_A_BASE_URL}.`)
    return value
  }

  /** The same, for a URL that may have a query. */
  requiredUrlWithQuery(name: string, example: string): string {
    const value = this.requiredText(name, `a URL such as ${example}`)
    if (value !== '' && !isBaseUrl(value.replace(/\?[^#]*/, ''))) {
      this.problems.push(`${name} must be an http or https URL without user name and fragment.`)
    }
    return value
  }

  /** A comma-separated list of http or https URLs, without trailing slashes. */
  urls(name: string): string[] {
    const urls = this.list(name).map(withoutTrailingSlashes)
    for (const url of urls) if (!isBaseUrl(url)) this.problems.push(`${name}: ${url} ${NOT_A_BASE_URL}.`)
    return urls
  }

  /** A comma-separated list of origins, as browsers send them. */
  origins(name: string): string[] {
    const origins = this.list(name)
    for (const origin of origins) {
      if (!URL.canParse(origin) || new URL(origin).origin !== origin) {
        this.problems.push(`${name}: ${origin} must be an origin such as https://app.example.com, without a path.`)
      }
    }
    return origins
  }

  /**
   * Secrets that are sent in an Authorization header, separated by commas, which a bearer token cannot contain. The first
   * one is sent, all of them are accepted. Empty when it is unset.
   */
  headerSecrets(name: string, minLength = MIN_KEY_LENGTH): Secret[] {
    const values = [...new Set(this.list(name))]
    if (values.some(({ length }) => length < minLength)) {
      const each = values.length > 1 ? ' each' : ''
      this.problems.push(`${name} must have at least ${minLength} characters${each}, so that it cannot be guessed.`)
    }
    if (values.some((value) => /[^\x21-\x7e]/.test(value))) {
      this.problems.push(`${name} must be printable ASCII without spaces, because it is sent in a header.`)
    }
    return values.map((value) => new Secret(value))
  }

  integer(name: string, defaultValue: number, min: number, max: number): number {
    const value = this.text(name)
    if (value === undefined) return defaultValue
    const number = Number(value)
    if (Number.isInteger(number) && number >= min && number <= max) return number
    this.problems.push(`${name} must be a whole number from ${min} to ${max}.`)
    return defaultValue
  }

  flag(name: string, defaultValue: boolean): boolean {
    return this.oneOf(name, ['true', 'false'], defaultValue ? 'true' : 'false') === 'true'
  }

  oneOf<Option extends string>(name: string, options: readonly Option[], defaultValue: Option): Option {
    const value = this.text(name)
    if (value === undefined) return defaultValue
    const option = options.find((candidate) => candidate === value)
    if (option) return option
    this.problems.push(`${name} must be one of ${options.join(', ')}.`)
    return defaultValue
  }

  /**
   * Every number of a group by its path: with the prefix GRAPH, `mutationBurst` is read from GRAPH_MUTATION_BURST. The
   * unit of a group of durations comes last: with the prefix SYNC, `cadenceMs.email` is read from SYNC_CADENCE_EMAIL_MS.
   * All numbers are zero or more.
   */
  numbers<Group extends object>(prefix: string, defaults: Group): Group {
    return this.#group(prefix, '', defaults, (name, defaultValue) => this.#number(name, defaultValue))
  }

  /** The same for whole numbers. */
  integers<Group extends object>(prefix: string, defaults: Group): Group {
    return this.#group(prefix, '', defaults, (name, defaultValue) =>
      this.integer(name, defaultValue, 0, Number.MAX_SAFE_INTEGER),
    )
  }

  #group<Group extends object>(
    prefix: string,
    unit: string,
    defaults: Group,
    read: (name: string, defaultValue: number) => number,
  ): Group {
    const entries = Object.entries(defaults).map(([name, value]) => {
      const variable = toVariableName(prefix, name)
      if (typeof value !== 'object') return [name, read(`${variable}${unit}`, value)]
      const isDurations = variable.endsWith('_MS')
      return [
        name,
        this.#group(isDurations ? variable.slice(0, -3) : variable, isDurations ? '_MS' : unit, value, read),
      ]
    })
    return Object.fromEntries(entries) as Group
  }

  #number(name: string, defaultValue: number): number {
    const value = this.text(name)
    if (value === undefined) return defaultValue
    const number = Number(value)
    if (Number.isFinite(number) && number >= 0) return number
    this.problems.push(`${name} must be a number of 0 or more.`)
    return defaultValue
  }
}

const NOT_A_BASE_URL = 'must be an http or https URL without user name, query and fragment'

/** Whether a text is an http or https URL that paths can be appended to. */
function isBaseUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return /^https?:$/.test(url.protocol) && !url.username && !url.search && !url.hash
}

/** Paths are appended to base URLs with a slash of their own. */
export function withoutTrailingSlashes(url: string): string {
  return url.replace(/\/+$/, '')
}

/** `runsPerProvider` below SYNC_WORKER is SYNC_WORKER_RUNS_PER_PROVIDER. */
function toVariableName(prefix: string, name: string): string {
  return `${prefix}_${name.replace(/([A-Z])/g, '_$1').toUpperCase()}`
}
