import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { omitUndefined } from '../src/runtime/omit.ts'
import { readAccounts } from './credential-file.ts'
import { FORMATS, type ReportFormat } from './report/index.ts'
import { RULES } from './rules/index.ts'
import { ConformanceError, type ConformanceOptions } from './run/options.ts'

const REPORTS = Object.keys(FORMATS) as ReportFormat[]

/** What the command line says. */
export interface CommandLine {
  options: ConformanceOptions
  report: ReportFormat
  /** The file to write the report to; absent for standard output. */
  output?: string
  isVerbose: boolean
}

export const USAGE = `Checks a provider against the provider interface.

  provider-conformance URL [options]

  --key KEY            PLATFORM_API_KEY of the provider. Better: the environment variable PLATFORM_API_KEY, because
                       other users of the machine can read command lines
  --application NAME   examine this application only; may be repeated
  --credential FILE    a JSON file with an account: { "connectedProvider": …, "samples": … }; may be repeated
  --definition FILE    the definition, if the provider does not serve it at /definition.json
  --platform-url URL   PLATFORM_ENVIRONMENT_URL of the provider, with which the types of its problems begin
  --report FORMAT      text (default), json, junit or html
  --output FILE        write the report to a file, and a summary to the terminal
  --only PATTERN       run the rules whose id begins with this, such as paging or key.missing; may be repeated
  --writes             also run rules that write at the vendor; the report says what they made
  --refresh            also refresh the credential, and write the new one into the credential file
  --max-pages N        read at most N pages of a sync (default 50)
  --timeout SECONDS    wait this long for a response (default 60)
  --rules              list the rules
  --verbose            list the rules that passed, too

Exit code: 0 no rule failed, 1 rules failed, 2 the provider could not be examined.
`

const OPTIONS = {
  key: { type: 'string' },
  application: { type: 'string', multiple: true },
  credential: { type: 'string', multiple: true },
  definition: { type: 'string' },
  'platform-url': { type: 'string' },
  report: { type: 'string', default: 'text' },
  output: { type: 'string' },
  only: { type: 'string', multiple: true },
  writes: { type: 'boolean', default: false },
  refresh: { type: 'boolean', default: false },
  'max-pages': { type: 'string' },
  timeout: { type: 'string' },
  rules: { type: 'boolean', default: false },
  verbose: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false, short: 'h' },
} as const

/** Reads the command line. Returns what to print instead of running, or throws ConformanceError that says what is wrong. */
export async function readCommandLine(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<CommandLine | string> {
  const { values, positionals } = parse(args)
  if (values.help) return USAGE
  if (values.rules)
    return RULES.map(({ id, level, requires }) => `${level.padEnd(6)} ${id.padEnd(28)} ${requires}\n`).join('')
  const [address, ...others] = positionals
  if (address === undefined) throw new ConformanceError(`the URL of the provider is missing\n\n${USAGE}`)
  if (others.length > 0) throw new ConformanceError(`unexpected: ${others.join(' ')}`)
  const { application, only = [] } = values
  const report = REPORTS.find((format) => format === values.report)
  if (!report) throw new ConformanceError(`--report must be one of ${REPORTS.join(', ')}, not “${values.report}”`)
  const accounts = await Promise.all((values.credential ?? []).map((file) => readAccounts(file, application)))
  const options: ConformanceOptions = omitUndefined({
    url: toAddress(address),
    key: values.key ?? (environment.PLATFORM_API_KEY || undefined),
    definition: values.definition === undefined ? undefined : await readDefinitionFile(values.definition),
    platformUrl: values['platform-url'],
    applications: application,
    accounts: accounts.flat(),
    writes: values.writes,
    refresh: values.refresh,
    only: only.length > 0 ? selectRules(only) : undefined,
    maxPages: toNumber('--max-pages', values['max-pages']),
    timeoutMs: toMilliseconds(values.timeout),
  })
  return omitUndefined({ options, report, output: values.output, isVerbose: values.verbose })
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
  } catch (error) {
    throw new ConformanceError(`${(error as Error).message}\n\n${USAGE}`)
  }
}

function toAddress(text: string): string {
  const url = URL.parse(text.includes('://') ? text : `http://${text}`)
  if (!url || !/^https?:$/.test(url.protocol)) throw new ConformanceError(`“${text}” is no URL with http or https`)
  if (url.username || url.password || url.search)
    throw new ConformanceError('the URL may have no user, password or query')
  return url.toString().replace(/\/+$/, '')
}

async function readDefinitionFile(file: string) {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    throw new ConformanceError(`the definition ${file} cannot be read: ${(error as Error).message}`)
  }
}

function selectRules(patterns: readonly string[]): NonNullable<ConformanceOptions['only']> {
  const isSelected = (id: string, pattern: string) => id === pattern || id.startsWith(pattern)
  for (const pattern of patterns) {
    if (!RULES.some(({ id }) => isSelected(id, pattern))) {
      throw new ConformanceError(`no rule begins with “${pattern}”; --rules lists them`)
    }
  }
  return ({ id }) => patterns.some((pattern) => isSelected(id, pattern))
}

function toNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1)
    throw new ConformanceError(`${name} must be a positive integer, not “${text}”`)
  return value
}

function toMilliseconds(text: string | undefined): number | undefined {
  const seconds = toNumber('--timeout', text)
  return seconds === undefined ? undefined : seconds * 1000
}
