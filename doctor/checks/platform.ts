import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, readConfig } from '../../platform/config.ts'
import { isConsoleBuilt } from '../../platform/console/serve.ts'
import { openEmbeddedServer } from '../../platform/storage/postgres/embedded/server.ts'
import type { Environment } from '../../src/runtime/environment.ts'
import { redactText } from '../../src/runtime/redact.ts'
import type { Reporter } from '../finding.ts'
import { parseJson, type Reply, request } from '../requests.ts'
import { checkClock } from './clock.ts'
import { checkDatabase } from './database.ts'
import { readConfiguration } from './environment.ts'
import { checkIssuer } from './issuer.ts'
import { reportKeys } from './keys.ts'
import { checkSecrets } from './machine.ts'
import { checkPublicUrl } from './urls.ts'

/** Checks what the platform is configured with. */
export async function checkPlatform(report: Reporter, environment: Environment): Promise<void> {
  const config = readPlatformConfig(report, environment)
  if (!config) return
  const keys = [config.platformKey, ...(config.otherPlatformKeys ?? [])].map((key) => key.reveal())
  checkSecrets(report, 'PLATFORM_API_KEY', keys)
  if (config.credentialKeys.length > 0)
    checkSecrets(
      report,
      'CREDENTIAL_KEY',
      config.credentialKeys.map((key) => key.reveal()),
    )
  checkConsole(report, config)
  const [replies] = await Promise.all([
    Promise.all([
      checkOwnAddress(report, config),
      config.issuer ? checkIssuer(report, config) : [],
      ...config.providerUrls.map((url) => checkProvider(report, url, keys)),
    ]),
    checkStore(report, config, environment),
  ])
  checkClock(report, replies.flat())
}

function readPlatformConfig(report: Reporter, environment: Environment): Config | undefined {
  const config = readConfiguration(report, () => readConfig(environment))
  if (!config) return undefined
  const role = config.role === 'all' ? 'API and worker' : config.role
  report.ok('environment', `the platform can start with it, as ${role}`)
  if (config.developmentTokenSecret) {
    report.error(
      'development tokens',
      'GRAPH_DEV_TOKENS is on: whoever has GRAPH_DEV_TOKEN_SECRET can sign in as anybody',
      'Remove it, unless this is the machine of a developer.',
    )
  }
  return config
}

function checkConsole(report: Reporter, config: Config): void {
  if (!config.console.isOn || config.role === 'worker') report.skipped('console', 'it is not served here')
  else if (isConsoleBuilt(config)) report.ok('console', `built in ${config.console.folder}`)
  else report.error('console', 'its files are not there', 'Run npm run build, or set CONSOLE=off.')
}

async function checkOwnAddress(report: Reporter, { publicUrl, role }: Config): Promise<Reply[]> {
  if (publicUrl === undefined) {
    if (role !== 'worker')
      report.warning(
        'BASE_URL',
        'it is not set: notes cannot be published, and the console’s redirect URI is not known',
        'Set it to the public URL of the platform.',
      )
    return []
  }
  checkPublicUrl(report, 'BASE_URL', publicUrl, `redirect URI of the console: ${publicUrl}/signed-in`)
  const reply = await request(`${publicUrl}/api/v1/ready`)
  const remedy = 'Start a platform process with ROLE=api or all, and let the proxy hand /api/v1 to it.'
  const body =
    'text' in reply ? (parseJson(reply.text) as { status?: string; warnings?: string[] } | undefined) : undefined
  if ('problem' in reply) report.error('own address', `${publicUrl} does not respond: ${reply.problem}`, remedy)
  else if (reply.status === 503)
    report.error(
      'own address',
      'the platform is not ready',
      'It starts or stops, or its database is away: look at its log.',
    )
  else if (body?.status !== 'ready' || reply.headers.has('x-provider-interface'))
    report.error(
      'own address',
      `${publicUrl}/api/v1/ready has status ${reply.status}, which is not the platform`,
      remedy,
    )
  else if (body.warnings?.length)
    report.warning('own address', `it is ready, but: ${body.warnings.join(' ')}`, 'See the other lines, and the log.')
  else report.ok('own address', `${publicUrl} is ready`)
  return [reply]
}

async function checkProvider(report: Reporter, url: string, keys: readonly string[]): Promise<Reply[]> {
  const headers = (key: string | undefined) => ({ Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' })
  const definition = await request(`${url}/definition.json`, { headers: headers(keys[0]) })
  if ('problem' in definition) {
    report.error(
      'hub',
      `${url} does not respond: ${definition.problem}`,
      'Start it, or correct HUB_URL or PROVIDER_URLS: its syncs are put off.',
    )
    return [definition]
  }
  const content = parseJson(definition.text) as { name?: string; applications?: unknown[] } | undefined
  if (definition.status === 200 && Array.isArray(content?.applications)) {
    report.ok(
      'hub',
      `${content.name} with ${content.applications.length} applications responds in ${definition.tookMs} ms`,
    )
  } else if (definition.status !== 401) {
    report.error(
      'hub',
      `${url}/definition.json has status ${definition.status} and is no definition`,
      'Correct HUB_URL or PROVIDER_URLS.',
    )
    return [definition]
  }
  // A check without content reaches no vendor: it is unauthorized with a wrong key and invalid with the right one.
  const replies = await Promise.all(
    keys.map((key) => request(`${url}/auth/check`, { method: 'POST', headers: headers(key), body: '{}' })),
  )
  reportKeys(report, 'key at hub', 'hub', replies)
  return [definition, ...replies]
}

async function checkStore(report: Reporter, config: Config, environment: Environment): Promise<void> {
  if (config.databaseUrl) return checkDatabase(report, config, { connectionString: config.databaseUrl.reveal() })
  const remedy = 'Set DATABASE_URL to a PostgreSQL server that is backed up, and CREDENTIAL_KEY.'
  if (environment.NODE_ENV === 'production' || config.role !== 'all') {
    report.warning('embedded database', 'the platform runs its own PostgreSQL, which serves one machine only', remedy)
  } else report.ok('embedded database', `in ${config.dataDir}; for production set DATABASE_URL`)
  if (!existsSync(join(config.dataDir, 'postgres'))) {
    return report.skipped('database', 'the first start creates it')
  }
  try {
    const server = await openEmbeddedServer(config.dataDir)
    await checkDatabase(report, config, server.address).finally(server.close)
  } catch (error) {
    report.error('database', redactText((error as Error).message), 'See docs/operating.md, or set DATABASE_URL.')
  }
}
