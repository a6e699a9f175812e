import type { Logger } from 'pino'
import { createApp, createUpgrade, type Opened } from './app.ts'
import { type Config, type Environment, readConfig, StartupError } from './config.ts'
import { openEngine } from './connections/engine.ts'
import { registration } from './connections/registration.ts'
import { connectionRules, type StartRules } from './connections/rules.ts'
import { openGraph } from './graph/open.ts'
import { createLog } from './http/log.ts'
import { Metrics } from './http/metrics.ts'
import { listen } from './http/server.ts'
import { openOutside } from './outside/open.ts'
import type { Outside } from './outside/outside.ts'
import { Tokens } from './sign-in/tokens.ts'
import { Viewers } from './sign-in/viewers.ts'
import { missingKeys } from './storage/calls.ts'
import { secretBeside } from './storage/credential-key.ts'
import { sweep } from './storage/housekeeping.ts'
import { openStore, type Store } from './storage/open.ts'
import { type CredentialKeys, credentialKey } from './storage/seal.ts'
import type { Engine } from './sync/engine.ts'

/** How long what is going on may take when the platform is told to stop (ms). */
const STOP_MS = 25_000
const SWEEP_MS = 3_600_000

/** A platform at work. */
export interface Platform {
  port: number
  /** Takes nothing new, ends what is going on, gives its leases back. */
  stop(): Promise<void>
}

/** Listens at once and says it is not ready; opens the store, reads the providers, and is. */
export async function startPlatform(config: Config, log: Logger): Promise<Platform> {
  const metrics = new Metrics()
  let opened: Opened | undefined
  const appParts = { config, log, metrics, opened: () => opened }
  const upgrade = createUpgrade(appParts)
  const listening = await listen(createApp(appParts).callback(), config.port, { upgrade })
  let store: Store | undefined
  try {
    store = await openStoreOf(config, log)
    const startRules = { ...(await startRulesOf(config, store)), random: Math.random }
    const engine = openEngine({ config, db: store.db, log, registry: metrics.registry, startRules })
    await engine.definitions.start()
    const outside = openOutside({ config, db: store.db, log, engine, keys: startRules.keys })
    const parts = openedOf(config, { store, engine, outside, startRules, metrics, log })
    opened = parts
    const endSweeping = config.role === 'api' ? () => undefined : beginWork(engine, store, log)
    const { close } = store
    const stop = async () => {
      opened = { ...parts, isStopping: true }
      endSweeping()
      parts.graph?.stop()
      await Promise.all([listening.close(), engine.worker.stop(), engine.definitions.stop(), outside.writes.stop()])
      await close()
    }
    return { port: listening.port, stop }
  } catch (error) {
    await listening.close()
    await store?.close()
    throw error
  }
}

function openStoreOf({ databaseUrl, dataDir }: Config, log: Logger): Promise<Store> {
  const onError = (error: Error) => log.warn({ err: error }, 'a connection to the database broke')
  return openStore({ dataDir, onError, ...(databaseUrl ? { databaseUrl: databaseUrl.reveal() } : {}) })
}

/** Refuses to go on with keys that do not open what is stored: every connection would seem to be dead. */
async function startRulesOf(config: Config, store: Store): Promise<Omit<StartRules, 'random'>> {
  const { credentialKeys, dataDir, engineRules } = config
  const secrets = credentialKeys.map((key) => key.reveal())
  const [first = await secretBeside(dataDir), ...others] = secrets
  const keys: CredentialKeys = [credentialKey(first), ...others.map(credentialKey)]
  const missing = await missingKeys(store.db, keys)
  if (missing.length > 0) {
    throw new StartupError([
      `CREDENTIAL_KEY lacks the keys ${missing.join(', ')}; credentials were encrypted with them.`,
    ])
  }
  return { keys, syncRules: engineRules.sync }
}

interface Parts {
  store: Store
  engine: Engine
  outside: Outside
  startRules: StartRules
  metrics: Metrics
  log: Logger
}

function openedOf(config: Config, { store, engine, outside, startRules, metrics, log }: Parts): Opened {
  const { db, ready } = store
  if (config.role === 'worker') return { ready }
  const { issuer, audience, autoProvision, limits } = config
  const now = Date.now
  const viewers = new Viewers({ db, tokens: new Tokens({ issuer, audience }), autoProvision, now })
  const rulesFor: Parameters<typeof registration>[0]['connectionRules'] = (offered) =>
    connectionRules(startRules, offered)
  const parts = { db, worker: engine.worker, outside, connectionRules: rulesFor, now }
  return {
    ready,
    graph: openGraph(parts, { viewers, limits, metrics, log }),
    registration: registration({ db, connectionRules: rulesFor, now }),
  }
}

/** Answers how to end the sweeping; the worker is stopped on its own. */
function beginWork(engine: Engine, store: Store, log: Logger): () => void {
  engine.worker.start()
  const sweepOnce = () => sweep(store.db, Date.now()).catch((error) => log.warn({ err: error }, 'sweeping failed'))
  const timer = setInterval(sweepOnce, SWEEP_MS)
  return () => clearInterval(timer)
}

/** environment → config → platform → stop on SIGTERM. Ends the process when the platform cannot start. */
export async function run(environment: Environment): Promise<void> {
  try {
    const config = readConfig(environment)
    const log = createLog(config.logLevel)
    dieLoudly(log)
    const platform = await startPlatform(config, log)
    log.info({ port: platform.port, role: config.role }, 'the platform is listening')
    stopOnSignals(platform, log)
  } catch (error) {
    process.stderr.write(`${messageOf(error as NodeJS.ErrnoException & { port?: number })}\n`)
    process.exit(1)
  }
}

function messageOf(error: NodeJS.ErrnoException & { port?: number }): string {
  if (error instanceof StartupError) return error.message
  const problem = error.code === 'EADDRINUSE' ? `PORT ${error.port} is in use; set PORT to a free one.` : error.message
  return new StartupError([problem]).message
}

function stopOnSignals(platform: Platform, log: Logger): void {
  const stop = (signal: string) => {
    log.info({ signal }, 'the platform is stopping')
    setTimeout(() => process.exit(1), STOP_MS).unref()
    platform.stop().then(
      () => process.exit(0),
      (error) => {
        log.error({ err: error }, 'the platform did not stop well')
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => stop(signal))
}

/** Node would print the error as it is; this prints it without secrets. The process ends either way. */
function dieLoudly(log: Logger): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'the platform ends: an error nobody caught')
    process.exit(1)
  })
}
