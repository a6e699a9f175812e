import type { Logger } from 'pino'
import * as vendors from '../vendors/index.ts'
import { createApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { asVendor } from './kit/application.ts'
import { createRegistry, type Registry } from './registry.ts'
import { type Environment, StartupError } from './runtime/environment.ts'
import { listen } from './runtime/http-server.ts'
import { createLog } from './runtime/log.ts'
import { exitWithStartupError, logUncaughtExceptions, runUntilStopped } from './runtime/process.ts'

export interface StartOptions {
  environment: Environment
  /** The content of definition.json. */
  definition: unknown
  /** Folder of the static files. */
  publicFolder: string
}

/** environment → config → app → listen → stop on SIGTERM. Exits the process when the hub cannot start. */
export async function start(options: StartOptions): Promise<void> {
  try {
    const { config, registry } = readInputs(options)
    const log = createLog(config.logLevel)
    logUncaughtExceptions(log)
    await runUntilStopped('hub', log, async (stopping) => {
      const app = createApp({
        config,
        registry,
        log,
        publicFolder: options.publicFolder,
        stopping,
        watchesPlatformKey: true,
      })
      const server = await listen(app.callback(), config.port, config.server)
      logStart(log, config, registry, server.port)
      return { stop: () => server.close() }
    })
  } catch (error) {
    exitWithStartupError('hub', error)
  }
}

/** Reads environment and definition. Throws one StartupError with the problems of both. */
function readInputs({ environment, definition, publicFolder }: StartOptions): { config: Config; registry: Registry } {
  const list = Object.values(vendors).map(asVendor)
  const problems: string[] = []
  const config = collectProblems(problems, () => readConfig(environment, list))
  const registry = collectProblems(problems, () =>
    createRegistry(definition, list, config ?? EMPTY_CONFIG, publicFolder),
  )
  if (config && registry) return { config, registry }
  throw new StartupError('hub', problems)
}

/** Replaces a config that could not be read, so that definition.json is checked all the same. */
const EMPTY_CONFIG = { baseUrl: 'http://localhost', vendors: {} } as Config

function collectProblems<Value>(problems: string[], read: () => Value): Value | undefined {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof StartupError)) throw error
    problems.push(...error.problems)
    return undefined
  }
}

function logStart(log: Logger, config: Config, registry: Registry, port: number): void {
  for (const [vendor, missing] of registry.unconfigured) {
    log.warn({ vendor, missing }, 'a vendor is not configured; its applications are not served')
  }
  if (!config.platformKey) log.warn({}, 'requests are not authenticated: for local tests only, never in production')
  const applications = registry.applications.map(({ application }) => application.name)
  log.info({ port, applications }, 'the hub is listening')
}
