import { readFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { createApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { type AnyVendor, asVendor } from './kit/application.ts'
import { createRegistry, type Registry } from './registry.ts'
import { NO_CONNECTIONS } from './runtime/connections.ts'
import { type Environment, StartupError } from './runtime/environment.ts'
import { listen } from './runtime/http-server.ts'
import { createLog } from './runtime/log.ts'
import { omitUndefined } from './runtime/omit.ts'
import { exitWithStartupError, logUncaughtExceptions, runUntilStopped } from './runtime/process.ts'
import { nameSetting, type ProviderSettings, unknownSettings, withSettings } from './settings.ts'

/** What a provider is made of. */
export interface ProviderOptions {
  /** What the provider offers: a ProviderDefinition, or the URL of a JSON file with one. */
  definition: object
  /** The vendors whose applications the definition names. */
  vendors: readonly AnyVendor[]
  /** Settings that replace environment variables. */
  settings?: ProviderSettings
  /** The environment variables, of the provider and of its vendors. Default: those of the process. */
  environment?: Environment
  /** Folder of static files, such as the icons that the definition refers to by a path. */
  publicFolder?: string | URL
  /** Receives the lines of the log, which are JSON. Default: standard output. */
  log?: { write(line: string): void }
  /** What messages call the program. Default: provider. */
  program?: string
}

/** A provider that accepts requests. */
export interface ListeningProvider {
  port: number
  /** The URL on this machine. The public one is the setting `baseUrl`. */
  url: string
  /** Stops accepting requests. Resolves when the running ones have been answered. */
  stop(): Promise<void>
}

/** A provider that was put together but does nothing yet. */
export interface Provider {
  /**
   * Runs the provider as a program: listens until the process is told to stop by SIGTERM, SIGINT or SIGHUP, and exits. If
   * it cannot start, it prints every problem at once and exits with 1.
   */
  run(): Promise<void>
  /** Listens in this process. Rejects with a StartupError that names every problem, or when the port is taken. */
  listen(): Promise<ListeningProvider>
  /**
   * Returns the provider as a request handler of Node, for a server of one's own. It must be reachable at `baseUrl`. Abort
   * `stopping` when that server stops: calls to vendors end, and the provider reports that it is no longer ready. Throws
   * a StartupError that names every problem.
   */
  handler(stopping?: AbortSignal): RequestListener
}

/** How long requests are accepted after `stop` (ms): whoever calls it has no load balancer to tell. */
const STOP_GRACE_MS = 0

/**
 * Creates a provider: a server that connects applications of vendors to the platform. It is checked when it is used: the
 * definition against the handlers of the vendors, and the environment against what both need.
 */
export function createProvider(options: ProviderOptions): Provider {
  const { program = 'provider' } = options
  return {
    run: () => run(program, options),
    listen: async () => {
      const prepared = prepare(program, options)
      const stopping = new AbortController()
      const server = await listenWith(program, prepared, stopping.signal)
      const stop = () => {
        stopping.abort()
        return server.close(STOP_GRACE_MS)
      }
      return { port: server.port, url: `http://127.0.0.1:${server.port}`, stop }
    },
    handler: (stopping) => {
      const prepared = prepare(program, options)
      return createApp({
        ...prepared,
        ...omitUndefined({ stopping }),
        watchesPlatformKey: stopping !== undefined,
      }).callback()
    },
  }
}

/** environment → config → app → listen → stop on SIGTERM. Exits the process when the provider cannot start. */
async function run(program: string, options: ProviderOptions): Promise<void> {
  try {
    const prepared = prepare(program, options)
    logUncaughtExceptions(prepared.log)
    await runUntilStopped(program, prepared.log, async (stopping) => {
      const server = await listenWith(program, prepared, stopping)
      return { stop: () => server.close() }
    })
  } catch (error) {
    exitWithStartupError(program, error)
  }
}

interface Prepared {
  config: Config
  registry: Registry
  log: Logger
  publicFolder: string | undefined
}

async function listenWith(program: string, prepared: Prepared, stopping: AbortSignal) {
  const connectionCounts = { ...NO_CONNECTIONS }
  const app = createApp({ ...prepared, stopping, watchesPlatformKey: true, connections: connectionCounts })
  const server = await listen(app.callback(), prepared.config.port, { ...prepared.config.server, connectionCounts })
  logStart(program, prepared, server.port)
  return server
}

/** Reads environment and definition. Throws one StartupError with the problems of both. */
function prepare(program: string, options: ProviderOptions): Prepared {
  const { definition, vendors, settings = {}, environment = process.env, log } = options
  const publicFolder = options.publicFolder instanceof URL ? fileURLToPath(options.publicFolder) : options.publicFolder
  const list = vendors.map(asVendor)
  const problems = unknownSettings(settings)
  const config = collectProblems(problems, () => readConfig(withSettings(environment, settings), list))
  const registry = collectProblems(problems, () =>
    createRegistry(readDefinition(definition), list, config ?? EMPTY_CONFIG, publicFolder),
  )
  if (!config || !registry || problems.length > 0) {
    throw new StartupError(
      program,
      problems.map((problem) => nameSetting(problem, settings)),
    )
  }
  return { config, registry, log: createLog(config.logLevel, log), publicFolder }
}

function readDefinition(definition: object): unknown {
  if (!(definition instanceof URL)) return definition
  try {
    return JSON.parse(readFileSync(definition, 'utf8'))
  } catch (error) {
    throw new StartupError('provider', [`The definition ${definition} cannot be read: ${(error as Error).message}.`])
  }
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

function logStart(program: string, { log, config, registry }: Prepared, port: number): void {
  for (const [vendor, missing] of registry.unconfigured) {
    log.warn({ vendor, missing }, 'a vendor is not configured; its applications are not served')
  }
  if (!config.platformKey) log.warn({}, 'requests are not authenticated: for local tests only, never in production')
  const applications = registry.applications.map(({ application }) => application.name)
  log.info({ port, applications }, `the ${program} is listening`)
}
