import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '../../../demo/program.ts'
import { type Composition, ROOT, readEnvFile, type Service } from './file.ts'

const POLL_MS = 250

export interface ProcessOptions {
  composition: Composition
  /** The services to start, each after those that it depends on. */
  services: readonly string[]
  /** A folder for the secrets, which exists. */
  folder: string
  /** The contents of the secrets, by name. */
  secrets: Readonly<Record<string, string>>
  /** The folder of an image, by its target, and a command that runs another one there; by default this repository. */
  images?: Readonly<Record<string, { root: string; prefix: readonly string[] }>>
}

export interface Container {
  service: string
  output: () => string
  /** Sends SIGTERM and resolves to the exit code, or to the name of the signal that ended it. */
  stop: () => Promise<number | NodeJS.Signals | null>
}

export interface Composed {
  /** The address of a published port: `http://127.0.0.1:<port>`. */
  urlOf: (service: string, port: number) => string
  containers: readonly Container[]
}

/**
 * Starts services of compose.yaml as processes: each with the command, environment and secrets of the file, and waits
 * until its health check passes. All ports are free ones on loopback: addresses in environments and commands are replaced.
 */
export async function startServices(options: ProcessOptions): Promise<Composed> {
  const addresses = await chooseAddresses(options)
  mkdirSync(options.folder, { recursive: true })
  const files: Record<string, string> = {}
  for (const [name, text] of Object.entries(options.secrets)) {
    files[`/run/secrets/${name}`] = join(options.folder, name)
    writeFileSync(join(options.folder, name), text, { mode: 0o644 })
  }
  const containers: Container[] = []
  try {
    for (const name of options.services) {
      const service = serviceOf(options.composition, name)
      for (let replica = 0; replica < (service.deploy?.replicas ?? 1); replica += 1) {
        // Each replica has its own port, as it has its own address in a network.
        const own = replica === 0 ? addresses : { ...addresses, [`${name}:8080`]: await findFreePort() }
        containers.push(await startContainer(name, service, own, files, options))
      }
    }
  } catch (error) {
    await Promise.all(containers.map((container) => container.stop()))
    throw error
  }
  return { containers, urlOf: (service, port) => `http://127.0.0.1:${addresses[`${service}:${port}`]}` }
}

/** A port on loopback for each port that a service listens on: `hub:8080`, and for the sandbox `sandbox:8801`. */
type Addresses = Readonly<Record<string, number>>

async function chooseAddresses({ composition, services }: ProcessOptions): Promise<Addresses> {
  const names = services.flatMap((name) => {
    const ports = [...(serviceOf(composition, name).command ?? []).join(' ').matchAll(/--port=\w+=(\d+)/g)]
    return (ports.length > 0 ? ports.map(([, port]) => port) : ['8080']).map((port) => `${name}:${port}`)
  })
  const addresses: Record<string, number> = {}
  for (const name of names) addresses[name] = await findFreePort()
  return addresses
}

async function startContainer(
  name: string,
  service: Service,
  addresses: Addresses,
  files: Readonly<Record<string, string>>,
  { composition, images = {} }: ProcessOptions,
): Promise<Container> {
  const { root, prefix } = images[service.build?.target ?? 'default'] ?? { root: ROOT, prefix: [] }
  const local = (text: string) => files[text] ?? toLoopback(text, addresses, composition)
  const environment: Record<string, string> = {
    PATH: process.env.PATH ?? '',
    STOP_GRACE_MS: '0',
    NODE_ENV: 'production',
  }
  for (const file of service.env_file ?? []) Object.assign(environment, readEnvFile(file))
  for (const [variable, value] of Object.entries(service.environment ?? {})) environment[variable] = String(value)
  for (const [variable, value] of Object.entries(environment)) environment[variable] = local(value)
  if (environment.PORT === '8080') environment.PORT = String(addresses[`${name}:8080`])
  const inImage = (text: string) => local(text.replace(/^\/app(?=\/)/, root))
  const run = (command: readonly string[]) => {
    const [program = '', ...args] = [...prefix, ...command]
    return spawn(program, args, { cwd: ROOT, env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
  }
  const child = run([`${root}/ops/container/start.sh`, ...(service.command ?? []).map(inImage)])
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const container = { service: name, output: () => output, stop: () => stop(child) }
  const [, ...check] = service.healthcheck?.test ?? ['CMD', 'node', '/app/ops/container/health.ts', OIDC_HEALTH]
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${name} exited with ${child.exitCode}: ${output}`)
    const [code] = await once(run(check.map(inImage)), 'close')
    if (code === 0) return container
    await sleep(POLL_MS)
  }
}

/** The health check of the sandbox's image. */
const OIDC_HEALTH = 'http://127.0.0.1:8804/.well-known/openid-configuration'

/** Names and ports of the composition as addresses on loopback. */
function toLoopback(text: string, addresses: Addresses, { services }: Composition): string {
  let result = text
    .replaceAll('sandbox.localhost', '127.0.0.1')
    .replace(/\b(localhost|127\.0\.0\.1|google|microsoft|salesforce|oidc)([:=])(88\d\d)\b/g, (_, host, sign, port) => {
      return `${host}${sign}${addresses[`sandbox:${port}`]}`
    })
  for (const [name, port] of Object.entries(addresses))
    result = result.replaceAll(`http://${name}`, `http://127.0.0.1:${port}`)
  for (const [name, { ports = [] }] of Object.entries(services)) {
    for (const published of ports) {
      const [, outer, inner] = /^127\.0\.0\.1:(\d+):(\d+)$/.exec(published) ?? []
      if (outer)
        result = result.replaceAll(`http://localhost:${outer}`, `http://127.0.0.1:${addresses[`${name}:${inner}`]}`)
    }
  }
  return result
}

async function stop(child: ChildProcess): Promise<number | NodeJS.Signals | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode ?? child.signalCode
  const closed = once(child, 'close')
  child.kill('SIGTERM')
  const [code, signal] = await closed
  return code ?? signal
}

function serviceOf(composition: Composition, name: string): Service {
  const service = composition.services[name]
  if (!service) throw new Error(`compose.yaml has no service ${name}`)
  return service
}
