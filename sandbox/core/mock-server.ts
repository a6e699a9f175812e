import type { MockContext, MockContextOptions } from './context.ts'
import { createControlRoutes } from './controls.ts'
import type { FaultInjector } from './faults/injector.ts'
import type { Route } from './http/router.ts'
import { type Network, type Server, startServer } from './http/server.ts'
import type { Vendor } from './http/vendor.ts'
import type { Ledger } from './ledger.ts'
import type { AuthorizationServer } from './oauth/authorization-server.ts'
import type { Client } from './oauth/client.ts'
import type { OAuthSettings } from './oauth/settings.ts'
import type { Clock } from './time/clock.ts'

/** The options that every vendor's start function accepts. */
export interface MockServerOptions extends MockContextOptions {
  /** 0, the default, selects a free port. */
  port?: number
  /** Loopback by default. */
  network?: Network
  /** Registered applications; by default the vendor's sample client with the hub's default redirect URIs. */
  clients?: readonly Client[]
  /** The sample client's redirect URIs, instead of the hub's default ones. */
  redirectUris?: readonly string[]
  /** Initial settings of the authorization server. */
  oauth?: Partial<OAuthSettings>
}

/** A running mock server. Every vendor's sandbox extends it. */
export interface MockServer extends Server {
  readonly clock: Clock
  readonly ledger: Ledger
  readonly faults: FaultInjector
  readonly oauth: AuthorizationServer
  /** `context.latency` may be changed at any time. */
  readonly context: MockContext
  /** The environment variables that make the hub use this server. */
  readonly environment: Readonly<Record<string, string>>
  /** What a person enters into the hub's own form for this vendor, such as a key, by the name of the field. */
  readonly formValues?: Readonly<Record<string, string>>
}

/** The hub's default callback addresses. */
export const DEFAULT_REDIRECT_URIS = ['http://localhost:5000/auth/callback', 'http://127.0.0.1:5000/auth/callback']

/** Returns the registered applications: those of the options, or the vendor's sample client. */
export function resolveClients({ clients, redirectUris }: MockServerOptions, sample: Client): readonly Client[] {
  return clients ?? [{ ...sample, redirectUris: [...(redirectUris ?? sample.redirectUris)] }]
}

export interface MockServerDeps {
  vendor: Vendor
  context: MockContext
  oauth: AuthorizationServer
  listAccounts(): readonly { email: string; name: string }[]
  port?: number | undefined
  network?: Network | undefined
  /** Must exceed the limit of a vendor that rejects long request heads itself. */
  maxHeadBytes?: number
  /** The vendor's own control routes, in addition to the common ones. */
  controls?: readonly Route[]
}

/** Starts a mock server. Its environment variables are `<VENDOR>_ORIGIN`, `_CLIENT_ID` and `_CLIENT_SECRET`. */
export async function startMockServer({
  vendor,
  context,
  oauth,
  listAccounts,
  port = 0,
  network,
  maxHeadBytes,
  controls = [],
}: MockServerDeps): Promise<MockServer> {
  const server = await startServer(vendor, context, {
    port,
    network,
    maxHeadBytes,
    controls: [...controls, ...createControlRoutes({ context, oauth, listAccounts })],
  })
  const [client] = oauth.clients
  const prefix = vendor.name.toUpperCase()
  const environment = {
    [`${prefix}_ORIGIN`]: server.origin,
    [`${prefix}_CLIENT_ID`]: client?.id ?? '',
    [`${prefix}_CLIENT_SECRET`]: client?.secret ?? '',
  }
  const { clock, ledger, faults } = context
  return { ...server, clock, ledger, faults, oauth, context, environment }
}
