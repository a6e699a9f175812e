import type { Client } from './authorization.ts'
import { Clock } from './clock.ts'
import { controlRoutes } from './control.ts'
import { Faults } from './faults.ts'
import { Ledger } from './ledger.ts'
import type { OAuth, OAuthSettings } from './oauth.ts'
import type { Stage, Vendor } from './origin.ts'
import type { Route } from './router.ts'
import { type Server, startServer } from './server.ts'

/** What every vendor's start function takes. */
export interface StandInOptions {
  /** Shared by all vendors of one sandbox; its own by default. */
  clock?: Clock
  /** 0, the default, takes any free port. */
  port?: number
  /** Milliseconds added to every answer of an API. */
  latency?: number
  /** Registered applications; by default the vendor's sample client with the hub's usual redirect URIs. */
  clients?: readonly Client[]
  /** Where the vendor's sample client may be called back, instead of the hub's usual addresses. */
  redirectUris?: readonly string[]
  /** Knobs of the authorization server, to begin with. */
  oauth?: Partial<OAuthSettings>
}

/** One vendor at work. Every vendor's sandbox is this and more. */
export interface StandIn extends Server {
  readonly clock: Clock
  readonly ledger: Ledger
  readonly faults: Faults
  readonly oauth: OAuth
  /** `stage.latency` may be turned at any time. */
  readonly stage: Stage
  /** The environment variables that make the hub use this vendor. */
  readonly environment: Readonly<Record<string, string>>
}

/** Where the hub listens when nothing else is said. */
export const DEFAULT_REDIRECT_URIS = ['http://localhost:5000/auth/callback', 'http://127.0.0.1:5000/auth/callback']

/** The registered applications: those given, or the vendor's sample client. */
export function clientsOf({ clients, redirectUris }: StandInOptions, sample: Client): readonly Client[] {
  return clients ?? [{ ...sample, redirectUris: [...(redirectUris ?? sample.redirectUris)] }]
}

/** `errorNames`: the vendor's errors that faults may name. `notedHeaders`: request headers its ledger writes down. */
export function createStage(
  { clock = new Clock(), latency = 0 }: Pick<StandInOptions, 'clock' | 'latency'>,
  errorNames: readonly string[],
  notedHeaders: readonly string[] = [],
): Stage {
  return { clock, ledger: new Ledger(clock, notedHeaders), faults: new Faults(errorNames), latency }
}

export interface Production {
  vendor: Vendor
  stage: Stage
  oauth: OAuth
  accounts(): readonly { email: string; name: string }[]
  port?: number | undefined
  /** For a vendor that refuses long heads itself, and so has to read them. */
  maxHeadBytes?: number
  /** The vendor's own controls, next to those that all have. */
  controls?: readonly Route[]
}

/** Opens the origin. Its environment variables are `<VENDOR>_ORIGIN`, `_CLIENT_ID` and `_CLIENT_SECRET`. */
export async function startStandIn({
  vendor,
  stage,
  oauth,
  accounts,
  port = 0,
  maxHeadBytes,
  controls = [],
}: Production): Promise<StandIn> {
  const server = await startServer(vendor, stage, {
    port,
    maxHeadBytes,
    controls: [...controls, ...controlRoutes({ stage, oauth, accounts })],
  })
  const [client] = oauth.clients
  const prefix = vendor.name.toUpperCase()
  const environment = {
    [`${prefix}_ORIGIN`]: server.origin,
    [`${prefix}_CLIENT_ID`]: client?.id ?? '',
    [`${prefix}_CLIENT_SECRET`]: client?.secret ?? '',
  }
  return { ...server, clock: stage.clock, ledger: stage.ledger, faults: stage.faults, oauth, stage, environment }
}
