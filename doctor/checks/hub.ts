import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Config } from '../../src/config.ts'
import { readConfig } from '../../src/config.ts'
import { registrationUrls } from '../../src/connect/platform-key.ts'
import { asVendor } from '../../src/kit/application.ts'
import { createRegistry } from '../../src/registry.ts'
import type { Environment } from '../../src/runtime/environment.ts'
import * as vendors from '../../vendors/index.ts'
import type { Reporter } from '../finding.ts'
import { type Reply, request } from '../requests.ts'
import { checkClock } from './clock.ts'
import { readConfiguration } from './environment.ts'
import { reportKeys } from './keys.ts'
import { checkSecrets } from './machine.ts'
import { checkPublicUrl } from './urls.ts'
import { checkVendor } from './vendor-hosts.ts'

const VENDORS = Object.values(vendors).map(asVendor)

/** Checks what the hub is configured with. */
export async function checkHub(report: Reporter, environment: Environment): Promise<void> {
  const config = readHubConfig(report, environment)
  if (!config) return
  checkPublicUrl(report, 'BASE_URL', config.baseUrl, 'the address of the hub')
  checkApplications(report, config)
  const keys = [config.platformKey, ...(config.otherPlatformKeys ?? [])].flatMap((key) => key?.reveal() ?? [])
  checkSecrets(report, 'PLATFORM_API_KEY', keys)
  const replies = await Promise.all([
    checkOwnAddress(report, config),
    checkPlatform(report, config, keys),
    ...VENDORS.flatMap((vendor) => checkVendor(report, vendor, config)),
  ])
  checkClock(report, replies.flat())
}

function readHubConfig(report: Reporter, environment: Environment): Config | undefined {
  const config = readConfiguration(report, () => readConfig(environment, VENDORS))
  if (config && !config.platformKey) {
    report.error(
      'environment',
      'ALLOW_UNAUTHENTICATED_PROVIDER_REQUESTS is on: anybody can call the hub',
      'Remove it and set PLATFORM_API_KEY.',
    )
  } else if (config) report.ok('environment', 'the hub can start with it')
  return config
}

function checkApplications(report: Reporter, config: Config): void {
  const folder = new URL('../../', import.meta.url)
  try {
    const definition = JSON.parse(readFileSync(new URL('definition.json', folder), 'utf8'))
    const registry = createRegistry(definition, VENDORS, config, fileURLToPath(new URL('public', folder)))
    const names = registry.applications.map(({ application }) => application.name)
    if (names.length === 0) {
      report.error(
        'applications',
        'no vendor is configured',
        'Set the variables of at least one vendor; its README says how.',
      )
    } else report.ok('applications', `${names.length} are served: ${names.join(', ')}`)
    for (const [vendor, missing] of registry.unconfigured) {
      report.skipped(vendor, `not configured: ${missing.join(', ')} missing`)
    }
    for (const { name, label } of VENDORS) {
      if (registry.unconfigured.has(name)) continue
      report.ok(`${name} redirect`, `register at ${label}: ${config.baseUrl}/auth/callback`)
    }
  } catch (error) {
    report.error('applications', (error as Error).message.replaceAll('\n', ' '), 'Mend definition.json or the vendor.')
  }
}

async function checkOwnAddress(report: Reporter, { baseUrl }: Config): Promise<Reply> {
  const reply = await request(`${baseUrl}/api/v1/hello`)
  const remedy = 'Start the hub, and let the proxy at this address hand its requests to it.'
  if ('problem' in reply) report.error('own address', `${baseUrl} does not respond: ${reply.problem}`, remedy)
  else if (reply.status !== 200 || !reply.headers.has('x-provider-interface')) {
    report.error(
      'own address',
      `${baseUrl}/api/v1/hello responds with status ${reply.status}, which is not the hub`,
      remedy,
    )
  } else report.ok('own address', `${baseUrl} responds in ${reply.tookMs} ms`)
  return reply
}

/** A registration without content is refused as invalid with the right key, and as unauthorized with another. */
async function checkPlatform(report: Reporter, config: Config, keys: readonly string[]): Promise<Reply[]> {
  const { platformUrl } = config
  const replies = await Promise.all(keys.map((key) => postRegistration(config, key)))
  const [first] = replies
  if (!first) return []
  if ('problem' in first) {
    report.error(
      'platform',
      `PLATFORM_ENVIRONMENT_URL ${withoutQuery(platformUrl)} does not respond: ${first.problem}`,
      'Start the platform, or correct the URL: nobody can connect an account.',
    )
    return replies
  }
  if (first.status >= 500 || first.status === 404) {
    report.error(
      'platform',
      `it responds to registrations with status ${first.status}`,
      'Look at its log, or correct PLATFORM_ENVIRONMENT_URL.',
    )
    return replies
  }
  report.ok('platform', `${withoutQuery(platformUrl)} responds in ${first.tookMs} ms`)
  reportKeys(report, 'key at platform', 'platform', replies)
  return replies
}

async function postRegistration(config: Config, key: string): Promise<Reply> {
  let reply: Reply = { problem: 'it has no address' }
  for (const url of registrationUrls(config)) {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` }
    reply = await request(url, { method: 'POST', headers, body: '{}' })
    if ('problem' in reply || (reply.status !== 404 && reply.status !== 405)) return reply
  }
  return reply
}

function withoutQuery(url: string): string {
  return url.split('?')[0] ?? url
}
