import type { Clock } from '../time/clock.ts'
import { type AuthorizationRequest, checkAuthorization } from './authorization-request.ts'
import type { Client } from './client.ts'
import { Grants } from './grants.ts'
import { DEFAULT_SETTINGS, type OAuthSettings, SETTING_NAMES } from './settings.ts'
import type { OAuthVendor } from './vendor.ts'

export interface AuthorizationServerOptions {
  clock: Clock
  vendor: OAuthVendor
  clients: readonly Client[]
  settings?: Partial<OAuthSettings>
}

/** The state of an authorization server: its settings, clients and grants. */
export class AuthorizationServer {
  readonly vendor: OAuthVendor
  readonly settings: OAuthSettings
  /** Clients may be added at any time. */
  readonly clients: Client[]
  readonly grants: Grants

  constructor({ clock, vendor, clients, settings = {} }: AuthorizationServerOptions) {
    this.vendor = vendor
    this.settings = { ...DEFAULT_SETTINGS, ...settings }
    this.clients = clients.map((client) => ({ ...client, redirectUris: [...client.redirectUris] }))
    const { createToken, drawLifetimeMs = (ms: number) => ms } = vendor
    this.grants = new Grants({ clock, settings: this.settings, clients: this.clients, createToken, drawLifetimeMs })
  }

  /** Throws an AuthorizationError if the request is invalid. */
  checkAuthorization(query: URLSearchParams): AuthorizationRequest {
    return checkAuthorization(query, this)
  }

  /** Changes settings by name; `null` removes an optional one. Throws a RangeError for an unknown name. */
  configure(changes: Readonly<Record<string, unknown>>): void {
    for (const [name, value] of Object.entries(changes)) {
      if (!SETTING_NAMES.includes(name))
        throw new RangeError(`Unknown setting "${name}". Known settings: ${SETTING_NAMES.join(', ')}`)
      if (value === null) Reflect.deleteProperty(this.settings, name)
      else Reflect.set(this.settings, name, value)
    }
  }

  /** Returns the key of `vendor.scopes` for a scope. */
  canonicalScope(scope: string): string {
    return this.vendor.canonicalScope?.(scope) ?? scope
  }
}
