import { readFileSync, writeFileSync } from 'node:fs'
import type { Metric, Registry } from 'prom-client'
import { readConfig as readPlatformConfig } from '../platform/config.ts'
import { registerCredentialMetrics } from '../platform/credential-metrics.ts'
import { Metrics as PlatformMetrics } from '../platform/http/metrics.ts'
import { systemClock } from '../platform/model/clock.ts'
import { registerCertificateMetrics, registerPoolMetrics } from '../platform/store-metrics.ts'
import { registerHealthMetrics } from '../platform/sync/health-metrics.ts'
import { countEvents } from '../platform/sync/metrics.ts'
import { observeFetches } from '../platform/web/events.ts'
import { readConfig as readHubConfig } from '../src/config.ts'
import { asVendor } from '../src/kit/application.ts'
import { Metrics as HubMetrics } from '../src/middleware/metrics.ts'
import { NO_CONNECTIONS } from '../src/runtime/connections.ts'
import { type Environment, StartupError } from '../src/runtime/environment.ts'
import { createLog } from '../src/runtime/log.ts'
import * as vendors from '../vendors/index.ts'
import { HUB_VARIABLES, PLATFORM_VARIABLES, type ProgramVariables } from './program-variables.ts'
import { readVariables } from './write-configuration.ts'

const FILE = new URL('operating.md', import.meta.url)

export interface ListedMetric {
  name: string
  type: string
  labels: readonly string[]
  help: string
}

/** The page with its tables generated anew: each stands between `<!-- name -->` and `<!-- end -->`. */
export async function operatingDocument(): Promise<string> {
  const hub = await listMetrics(createHubRegistry())
  const platform = await listMetrics(createPlatformRegistry())
  const isOwn = ({ name }: ListedMetric) => !/_(process|nodejs)_/.test(name)
  const tables: Readonly<Record<string, string>> = {
    'variables of the hub': variableTable(HUB_VARIABLES),
    'variables of the platform': variableTable(PLATFORM_VARIABLES),
    'metrics of the hub': metricTable(hub.filter(isOwn)),
    'metrics of the platform': metricTable(platform.filter(isOwn)),
    'metrics of Node': metricTable(hub.filter((metric) => !isOwn(metric)).map(withoutPrefix)),
  }
  return writtenOperating().replace(/<!-- (?!end)(.+?) -->\n[\s\S]*?<!-- end -->/g, (region, name: string) =>
    name in tables ? `<!-- ${name} -->\n\n${tables[name]}\n\n<!-- end -->` : region,
  )
}

/** The current content of docs/operating.md. */
export function writtenOperating(): string {
  return readFileSync(FILE, 'utf8')
}

/** The names of the variables that the hub reads. */
export function readHubVariables(): string[] {
  return recordNames((environment) => readHubConfig(environment, Object.values(vendors).map(asVendor)))
}

/** The names of the variables that the platform reads, except those of docs/configuration.md. */
export function readPlatformVariables(): string[] {
  const numbers = readVariables()
  return recordNames(readPlatformConfig).filter((name) => !numbers.has(name))
}

function recordNames(read: (environment: Environment) => unknown): string[] {
  const names = new Set<string>()
  const get = (_: object, name: string | symbol) => {
    names.add(String(name))
    return undefined
  }
  try {
    read(new Proxy({}, { get }))
  } catch (error) {
    // Required variables are missing.
    if (!(error instanceof StartupError)) throw error
  }
  return [...names]
}

function createHubRegistry(): Registry {
  // Only its number of bytes is read.
  const memory = { bytes: 0 } as ConstructorParameters<typeof HubMetrics>[0]
  return new HubMetrics(memory, { isAccepted: true }, NO_CONNECTIONS).registry
}

/** Everything that registers metrics of the platform. */
function createPlatformRegistry(): Registry {
  const { registry } = new PlatformMetrics(NO_CONNECTIONS)
  countEvents(registry)
  registerHealthMetrics({ registry, clock: systemClock, countSyncs: async () => [] })
  registerPoolMetrics(registry, () => ({ busy: 0, idle: 0, waiting: 0 }))
  registerCertificateMetrics({ registry, clock: systemClock, countEndingCertificates: async () => 0 })
  registerCredentialMetrics({ registry, clock: systemClock, keyIds: [], countCredentials: async () => [] })
  observeFetches(registry, createLog('silent'))
  return registry
}

async function listMetrics(registry: Registry): Promise<ListedMetric[]> {
  // The type of the library's list lacks the members that its metrics have.
  const metrics = registry.getMetricsAsArray() as unknown as (Metric & { labelNames?: readonly string[] })[]
  const listed = metrics.map(async (metric) => {
    const { name, help, type } = await metric.get()
    return { name, help, type: String(type), labels: metric.labelNames ?? [] }
  })
  return (await Promise.all(listed)).sort((a, b) => a.name.localeCompare(b.name))
}

function withoutPrefix(metric: ListedMetric): ListedMetric {
  return { ...metric, name: metric.name.replace(/^hub_/, '…_') }
}

function variableTable(variables: ProgramVariables): string {
  const lines = Object.entries(variables).map(([name, [value, meaning]]) => `| \`${name}\` | ${value} | ${meaning} |`)
  return `| Variable | Default | Meaning |\n|---|---|---|\n${lines.join('\n')}`
}

function metricTable(metrics: readonly ListedMetric[]): string {
  const lines = metrics.map(({ name, type, labels, help }) => {
    return `| \`${name}\` | ${type} | ${labels.join(', ')} | ${help.replace(/\.$/, '')} |`
  })
  return `| Metric | Type | Labels | Meaning |\n|---|---|---|---|\n${lines.join('\n')}`
}

if (import.meta.main) operatingDocument().then((text) => writeFileSync(FILE, text))
