import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import * as vendors from '../vendors/index.ts'
import { createApp } from './app.ts'
import { type Config, readConfig, StartupError } from './config.ts'
import { asVendor } from './kit/application.ts'
import { createLog } from './middleware/request-log.ts'
import { createRegistry, type Registry } from './registry.ts'

/** Time to send the headers and the whole of a request, and to keep an idle connection (ms). */
const SERVER_TIMES = { headersTimeout: 20_000, requestTimeout: 120_000, keepAliveTimeout: 65_000 }
/** How often the server looks for slow senders (ms). */
const CONNECTIONS_CHECK_MS = 5_000
const MOST_CONNECTIONS = 1_000
/** How long running requests may take when the hub is told to stop (ms). */
const STOP_MS = 25_000

export interface StartParts {
  environment: Readonly<Record<string, string | undefined>>
  definition: unknown
  publicFolder: string
}

/** environment → config → app → listen → stop on SIGTERM. Ends the process when the hub cannot start. */
export async function start({ environment, definition, publicFolder }: StartParts): Promise<void> {
  const { config, registry } = readAll(environment, definition, publicFolder)
  const log = createLog(config.logLevel)
  const app = createApp({ config, registry, log, publicFolder })
  const server = createServer({ ...SERVER_TIMES, connectionsCheckingInterval: CONNECTIONS_CHECK_MS }, app.callback())
  server.maxConnections = MOST_CONNECTIONS
  stopOnSignals(server, log)
  dieLoudly(log)
  await listen(server, config.port)
  const { port } = server.address() as AddressInfo
  announce(log, config, registry, port)
}

/** Reads environment and definition; all problems of both are printed at once. */
function readAll(
  environment: StartParts['environment'],
  definition: unknown,
  publicFolder: string,
): { config: Config; registry: Registry } {
  const list = Object.values(vendors).map(asVendor)
  const problems: string[] = []
  const config = collect(problems, () => readConfig(environment, list))
  const registry = collect(problems, () =>
    createRegistry(definition, list, config ?? { ...EMPTY_CONFIG }, publicFolder),
  )
  if (config && registry) return { config, registry }
  process.stderr.write(`${new StartupError(problems).message}\n`)
  process.exit(1)
}

/** Stands in for a config that could not be read, so that definition.json is looked at all the same. */
const EMPTY_CONFIG = { baseUrl: 'http://localhost', vendors: {} } as Config

function collect<Value>(problems: string[], read: () => Value): Value | undefined {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof StartupError)) throw error
    problems.push(...error.problems)
    return undefined
  }
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') return reject(error)
      process.stderr.write(`${new StartupError([`PORT ${port} is in use; set PORT to a free one.`]).message}\n`)
      process.exit(1)
    })
    server.listen(port, resolve)
  })
}

function announce(log: Logger, config: Config, registry: Registry, port: number): void {
  for (const [vendor, missing] of registry.unconfigured) {
    log.warn({ vendor, missing }, 'a vendor is not set up; its applications are not served')
  }
  if (!config.platformKey) log.warn({}, 'requests are not authenticated: for local tests only, never in production')
  const applications = registry.applications.map(({ application }) => application.name)
  log.info({ port, applications }, 'the hub is listening')
}

/** Running requests are finished, new ones are not taken; the process then ends by itself. */
function stopOnSignals(server: Server, log: Logger): void {
  const endConnections = endingConnections(server)
  const stop = (signal: string) => {
    log.info({ signal }, 'the hub is stopping')
    endConnections()
    server.close(() => process.exit(0))
    server.closeIdleConnections()
    setTimeout(() => process.exit(1), STOP_MS).unref()
  }
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => stop(signal))
}

/**
 * What makes every answer from then on the last one of its connection. A caller that keeps its connection would
 * otherwise hold up the end, and send its next request to a process that is about to go.
 */
function endingConnections(server: Server): () => void {
  const open = new Set<ServerResponse>()
  let ending = false
  const end = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader('Connection', 'close')
  }
  server.prependListener('request', (_request, response) => {
    open.add(response)
    response.once('close', () => open.delete(response))
    if (ending) end(response)
  })
  return () => {
    ending = true
    for (const response of open) end(response)
  }
}

/** Node would print the error as it is; this prints it without secrets. The process ends either way. */
function dieLoudly(log: Logger): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'the hub ends: an error nobody caught')
    process.exit(1)
  })
}
