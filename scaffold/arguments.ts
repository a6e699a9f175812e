import { parseArgs } from 'node:util'
import {
  CAPABILITIES,
  CAPABILITY_NAMES,
  type Capability,
  type CapabilityName,
  SIGN_INS,
  type SignIn,
  valuesOf,
  withNeeded,
} from './capabilities.ts'

/** What the command line asks for. Nothing of it was compared with the repository. */
export interface Arguments {
  vendor: string
  application: string
  signIn?: SignIn
  capabilities: CapabilityName[]
  /** The function's name; only with the capability `function`. */
  functionName?: string
  /** Names for people. Default: made from the names. */
  vendorLabel?: string
  applicationLabel?: string
  isDryRun: boolean
}

/** A command line that cannot be carried out; its message says what is possible. */
export class UsageError extends Error {}

const OPTIONS = {
  auth: { type: 'string' },
  sync: { type: 'string', multiple: true },
  upsert: { type: 'string', multiple: true },
  link: { type: 'boolean', default: false },
  query: { type: 'boolean', default: false },
  insight: { type: 'boolean', default: false },
  tag: { type: 'boolean', default: false },
  function: { type: 'string' },
  'vendor-label': { type: 'string' },
  label: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

export const USAGE = `npm run new -- <vendor> <application> [options]

Writes an application that works at once: handlers, an imitation of the vendor for the sandbox, recordings, tests and all
entries in the files that list applications. From there, replace the samples by the vendor. If the vendor was written by
this program before, the application is added to it. docs/adding-an-application.md goes through every step.

  <vendor>             a folder of vendors/: lower-case letters and digits, such as acme
  <application>        its name in definition.json: lower-case letters, digits and hyphens, such as acme-tasks
  --auth KIND          how accounts are connected; required for a new vendor
${list(Object.entries(SIGN_INS))}
  --sync LIST          what is synced, separated by commas
${listValues('sync')}
  --upsert LIST        what is written
${listValues('upsert')}
  --link               ${meaningOf('link')}
  --query              ${meaningOf('query')}
  --insight            ${meaningOf('insight')}
  --tag                ${meaningOf('tag')}
  --function NAME      ${meaningOf('function')}
  --vendor-label TEXT  the vendor's name for people; by default made from its folder
  --label TEXT         the application's name for people; by default made from its name
  --dry-run            lists what would be written, and writes nothing
  --help               prints this text

For example:
  npm run new -- acme acme-tasks --auth oauth --sync table,identifier --upsert table --query
`

/** Returns undefined if there is nothing to do but to print the usage. Throws UsageError. */
export function parseArguments(args: readonly string[]): Arguments | undefined {
  if (args.length === 0) return undefined
  const { values, positionals } = parse(args)
  if (values.help) return undefined
  const [vendor, application, ...others] = positionals
  if (!vendor) throw new UsageError('The vendor is missing: npm run new -- <vendor> <application> …')
  if (!application) throw new UsageError(`The application is missing: npm run new -- ${vendor} <application> …`)
  if (others.length > 0) {
    throw new UsageError(`There are too many names: ${others.join(' ')}. Lists are separated by commas only.`)
  }
  const capabilities = withNeeded([
    ...readList('sync', values.sync ?? []),
    ...readList('upsert', values.upsert ?? []),
    ...CAPABILITY_NAMES.filter((name) => {
      const { option, value }: Capability = CAPABILITIES[name]
      return value === undefined && Boolean(values[option])
    }),
  ])
  if (capabilities.length === 0) {
    const flags = '--link, --query, --insight, --tag and --function NAME'
    const lists = `--sync (${valuesOf('sync').join(', ')}), --upsert (${valuesOf('upsert').join(', ')})`
    throw new UsageError(`The application would do nothing. Name at least one of ${lists}, ${flags}.`)
  }
  return {
    vendor,
    application,
    capabilities,
    isDryRun: values['dry-run'],
    ...(values.auth === undefined ? {} : { signIn: readSignIn(values.auth) }),
    ...(values.function === undefined ? {} : { functionName: values.function }),
    ...(values['vendor-label'] === undefined ? {} : { vendorLabel: values['vendor-label'] }),
    ...(values.label === undefined ? {} : { applicationLabel: values.label }),
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
  } catch (error) {
    const names = Object.keys(OPTIONS).map((name) => `--${name}`)
    throw new UsageError(`${(error as Error).message}\nThe options are ${names.join(', ')}.`)
  }
}

function readSignIn(text: string): SignIn {
  if (Object.hasOwn(SIGN_INS, text)) return text as SignIn
  throw new UsageError(`--auth ${text} is not possible. It must be one of ${Object.keys(SIGN_INS).join(', ')}.`)
}

function readList(option: 'sync' | 'upsert', texts: readonly string[]): CapabilityName[] {
  const values = texts.flatMap((text) => text.split(',')).map((text) => text.trim())
  return values.map((value) => {
    const found = CAPABILITY_NAMES.find((name) => {
      const capability: Capability = CAPABILITIES[name]
      return capability.option === option && capability.value === value
    })
    if (found) return found
    const possible = valuesOf(option).join(', ')
    throw new UsageError(`--${option} ${value || '(nothing)'} is not possible. It takes a list of ${possible}.`)
  })
}

function meaningOf(option: Capability['option']): string {
  return Object.values(CAPABILITIES).find((capability) => capability.option === option)?.means ?? ''
}

function listValues(option: Capability['option']): string {
  const all: readonly Capability[] = Object.values(CAPABILITIES)
  return list(
    all.flatMap((capability) => (capability.option === option ? [[capability.value ?? '', capability.means]] : [])),
  )
}

function list(entries: readonly (readonly string[])[]): string {
  return entries.map(([name = '', means]) => `                         ${name.padEnd(14)} ${means}`).join('\n')
}
