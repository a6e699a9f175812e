import type { Logger } from 'pino'
import { NO_CONNECTIONS } from '../src/runtime/connections.ts'
import type { Environment } from '../src/runtime/environment.ts'
import { listen } from '../src/runtime/http-server.ts'
import { createLog } from '../src/runtime/log.ts'
import { omitUndefined } from '../src/runtime/omit.ts'
import { exitWithStartupError, logUncaughtExceptions, runUntilStopped } from '../src/runtime/process.ts'
import { createApp, createUpgrade } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { isConsoleBuilt } from './console/serve.ts'
import { createDependencies } from './dependencies.ts'
import { Metrics } from './http/metrics.ts'
import type { JobDeps, RunningJob } from './jobs.ts'
import { JOBS } from './overview.ts'
import type { Services } from './services.ts'
import { openStore, type Store } from './storage/open.ts'

/** A running platform. */
export interface Platform {
  port: number
  /** Accepts nothing new, finishes what is running, and releases its leases. */
  stop(): Promise<void>
}

/**
 * Listens at once and reports that it is not ready; then opens the store, reads the providers and becomes ready. Closes
 * what it opened and throws when `stopping` is aborted before that.
 */
export async function startPlatform(config: Config, log: Logger, stopping?: AbortSignal): Promise<Platform> {
  const connectionCounts = { ...NO_CONNECTIONS }
  const metrics = new Metrics(connectionCounts)
  let services: Services | undefined
  const appDeps = { config, log, metrics, services: () => services }
  const server = await listen(createApp(appDeps).callback(), config.port, {
    ...config.server,
    upgrade: createUpgrade(appDeps),
    connectionCounts,
  })
  let store: Store | undefined
  try {
    store = await openStore(toStoreOptions(config, log))
    stopping?.throwIfAborted()
    const { newerMigrations } = store
    if (newerMigrations.length > 0) log.warn({ newerMigrations }, 'the database has been upgraded by a newer release')
    const deps = await createDependencies(config, store, metrics, log)
    const jobs = await startJobs(config, deps)
    const { engine, presence, bucketChecks } = deps
    const ofKeys = () => (engine.keyChecks.isRejected ? [KEY_REJECTED] : [])
    const warnings = () => [...ofKeys(), ...presence.warnings, ...bucketChecks.warnings]
    const running = omitUndefined({ ping: store.ping, warnings, graph: deps.graph, registration: deps.registration })
    services = running
    const { close } = store
    const stop = async () => {
      services = { ...running, isStopping: true }
      await Promise.all([...jobs.map((job) => job.stop()), server.close()])
      // A database that is gone must not make the stop fail: the registration expires by itself.
      await deps.presence.leave(deps.clock.now()).catch(() => undefined)
      await close()
    }
    return { port: server.port, stop }
  } catch (error) {
    await server.close(0)
    await store?.close()
    throw error
  }
}

const KEY_REJECTED = 'A provider rejects the platform key: PLATFORM_API_KEY differs between the two. The log names it.'

function toStoreOptions({ databaseUrl, dataDir }: Config, log: Logger) {
  const onError = (error: Error) => log.warn({ err: error }, 'a database connection failed')
  return omitUndefined({ dataDir, onError, databaseUrl: databaseUrl?.reveal() })
}

/** Creates every job, starts those of this role, and returns all of them, to be stopped. */
async function startJobs({ role }: Config, deps: JobDeps): Promise<RunningJob[]> {
  const running: RunningJob[] = []
  for (const { roles, create } of JOBS) {
    const job = create(deps)
    if (roles.includes(role)) await job.start?.()
    running.push(job)
  }
  return running
}

/** environment → config → platform → stop on SIGTERM. Exits the process when the platform cannot start. */
export async function run(environment: Environment): Promise<void> {
  try {
    const config = readConfig(environment)
    const log = createLog(config.logLevel)
    logUncaughtExceptions(log)
    await runUntilStopped('platform', log, async (stopping) => {
      const platform = await startPlatform(config, log, stopping)
      log.info({ port: platform.port, role: config.role }, 'the platform is listening')
      if (!isConsoleBuilt(config)) log.warn('the console is not built: run npm run build, or set CONSOLE=off')
      if (config.publicUrl === undefined) log.warn('BASE_URL is not set: notes cannot be published')
      return platform
    })
  } catch (error) {
    exitWithStartupError('platform', error)
  }
}
