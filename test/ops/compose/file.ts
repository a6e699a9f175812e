import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { parse } from 'yaml'

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** A service of compose.yaml, as far as the tests use it. */
export interface Service {
  image: string
  build?: { context: string; target?: string }
  command?: readonly string[]
  profiles?: readonly string[]
  env_file?: readonly string[]
  environment?: Readonly<Record<string, string | number>>
  secrets?: readonly string[]
  ports?: readonly string[]
  volumes?: readonly string[]
  networks?: readonly string[] | Readonly<Record<string, { aliases: readonly string[] }>>
  healthcheck?: { test: readonly string[] }
  depends_on?: Readonly<Record<string, { condition: string; required?: boolean }>>
  deploy?: { replicas?: number; resources?: { limits: { memory: string } } }
  restart?: string
  read_only?: boolean
  tmpfs?: readonly string[]
  cap_drop?: readonly string[]
  security_opt?: readonly string[]
  stop_grace_period?: string
}

export interface Composition {
  services: Readonly<Record<string, Service>>
  networks: Readonly<Record<string, { internal?: boolean } | null>>
  volumes: Readonly<Record<string, unknown>>
  secrets: Readonly<Record<string, { file: string }>>
}

/** compose.yaml with the values of an environment file in the place of its ${variables}. Throws if one is required. */
export function readComposition(variables: NodeJS.Dict<string> = {}): Composition {
  const text = readFileSync(join(ROOT, 'compose.yaml'), 'utf8')
  const interpolated = text.replace(/\$\{([A-Z_]+)(?:(:[-?])([^}]*))?\}/g, (_, name: string, kind, other: string) => {
    if (variables[name]) return variables[name]
    if (kind === ':?') throw new Error(`${name}: ${other}`)
    return other ?? ''
  })
  return parse(interpolated, { merge: true }) as Composition
}

export function readEnvFile(path: string): NodeJS.Dict<string> {
  return parseEnv(readFileSync(join(ROOT, path), 'utf8'))
}
