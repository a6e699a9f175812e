import { readFileSync } from 'node:fs'
import { parseArgs, parseEnv } from 'node:util'
import type { Environment } from '../src/runtime/environment.ts'
import { checkHub } from './checks/hub.ts'
import { checkMachine } from './checks/machine.ts'
import { checkPlatform } from './checks/platform.ts'
import { type Finding, Reporter } from './finding.ts'
import { toJson, toTable } from './output.ts'

const USAGE = `npm run doctor [-- OPTIONS]: checks an installation, without changing anything

It checks the hub if PLATFORM_ENVIRONMENT_URL is set, and the platform if HUB_URL or PROVIDER_URLS is set.

  --hub-env FILE        reads the hub's variables from a file (NAME=value) instead
  --platform-env FILE   the same for the platform
  --json                prints the findings as JSON
  --strict              exits with 1 for warnings too
  --help                prints this

Exit code: 0 without errors, 1 with an error, 2 if the doctor was called wrongly.
`

/** Runs the checks and prints what they found. Resolves to the exit code. */
export async function run(args: readonly string[], environment: Environment): Promise<number> {
  const call = readCall(args, environment)
  if (typeof call === 'string') {
    process.stderr.write(call)
    return call === USAGE ? 0 : 2
  }
  const findings = (await Promise.all(call.checks.map((check) => check()))).flat()
  process.stdout.write(`${call.isJson ? toJson(findings) : toTable(findings)}\n`)
  return findings.some(({ status }) => status === 'error' || (call.isStrict && status === 'warning')) ? 1 : 0
}

interface DoctorCall {
  checks: (() => Promise<Finding[]>)[]
  isJson: boolean
  isStrict: boolean
}

/** Returns a text to print instead if nothing can be checked. */
function readCall(args: readonly string[], environment: Environment): DoctorCall | string {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        'hub-env': { type: 'string' },
        'platform-env': { type: 'string' },
        json: { type: 'boolean', default: false },
        strict: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    })
    if (values.help) return USAGE
    const isSeparate = values['hub-env'] !== undefined || values['platform-env'] !== undefined
    const hub = values['hub-env'] ? readFile(values['hub-env']) : isSeparate ? {} : environment
    const platform = values['platform-env'] ? readFile(values['platform-env']) : isSeparate ? {} : environment
    const hasHub = values['hub-env'] !== undefined || Boolean(hub.PLATFORM_ENVIRONMENT_URL)
    const hasPlatform = values['platform-env'] !== undefined || Boolean(platform.HUB_URL ?? platform.PROVIDER_URLS)
    if (!hasHub && !hasPlatform) return `No variables of the hub or the platform are set.\n\n${USAGE}`
    const checks = [
      ...(hasHub ? [() => collect('hub', (report) => checkHub(report, hub))] : []),
      ...(hasPlatform ? [() => collect('platform', (report) => checkPlatform(report, platform))] : []),
    ]
    return { checks, isJson: values.json, isStrict: values.strict }
  } catch (error) {
    return `${(error as Error).message}\n\n${USAGE}`
  }
}

function readFile(file: string): Environment {
  return parseEnv(readFileSync(file, 'utf8')) as Environment
}

async function collect(program: Finding['program'], check: (report: Reporter) => Promise<void>): Promise<Finding[]> {
  const report = new Reporter(program)
  checkMachine(report)
  await check(report)
  return report.findings
}
