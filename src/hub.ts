import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { ConnectAttempts } from './connect/attempts.ts'
import type { KeyFormLimit } from './connect/key-form-limit.ts'
import type { PlatformKey } from './connect/platform-key.ts'
import type { SealedKeyCookies } from './connect/sealed-key-cookies.ts'
import type { Keys } from './kit/keys.ts'
import type { ProcessMemory } from './kit/memory/process-memory.ts'
import type { BodyMemory } from './middleware/body-memory.ts'
import type { Metrics } from './middleware/metrics.ts'
import type { Registry } from './registry.ts'

/** The dependencies of routes. Nothing in it outlives the process or belongs to a user. */
export interface Hub {
  config: Config
  registry: Registry
  keys: Keys
  /** The connect attempts that this process has begun or finished. */
  attempts: ConnectAttempts
  /** Carries keys from their forms to the callback. */
  sealedKeys: SealedKeyCookies
  /** Limits the forms with keys that are tried. */
  keyForms: KeyFormLimit
  /** What applications remember between requests. */
  processMemory: ProcessMemory
  log: Logger
  /** Aborted when the hub is told to stop. */
  stopping: AbortSignal
  metrics: Metrics
  memory: BodyMemory
  /** Now, epoch ms. */
  clock: () => number
  /** Whether the platform accepts the key of this hub. */
  platformKey: PlatformKey
  /** For registrations at the platform. */
  fetch: typeof fetch
}
