import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { StartupError } from './runtime/environment.ts'

export const USAGE = `Runs the hub: a provider with every vendor of this package, configured by environment variables.

  provider-hub [options]

  --environment FILE  read variables from a file with lines such as PORT=5000; those of the environment precede
  --version           print the version
  --help              print this

Required: BASE_URL, PLATFORM_ENVIRONMENT_URL and PLATFORM_API_KEY. A vendor whose variables are missing is not served.
Without any of them, the program lists what is missing.
`

const OPTIONS = {
  environment: { type: 'string' },
  version: { type: 'boolean', short: 'v' },
  help: { type: 'boolean', short: 'h' },
} as const

/**
 * Reads the command line of the hub, and the file of variables that it names into the environment. Returns what to print
 * instead of running. Throws StartupError for what it does not know and for a file that cannot be read.
 */
export function readCommandLine(parameters: readonly string[], packageFile: URL): string | undefined {
  const values = parse(parameters)
  if (values.help) return USAGE
  if (values.version) return `${(JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }).version}\n`
  const file = values.environment
  if (file !== undefined) loadVariables(file)
  return undefined
}

function parse(parameters: readonly string[]) {
  try {
    return parseArgs({ args: [...parameters], options: OPTIONS }).values
  } catch (error) {
    throw new StartupError('hub', [`${(error as Error).message.split('. ')[0]}. Run it with --help.`])
  }
}

/** Variables that the environment has already are not replaced. */
function loadVariables(file: string): void {
  try {
    process.loadEnvFile(file)
  } catch (error) {
    throw new StartupError('hub', [`--environment ${file} cannot be read: ${(error as Error).message}`])
  }
}
