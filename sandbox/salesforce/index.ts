import { createMockContext } from '../core/context.ts'
import {
  DEFAULT_REDIRECT_URIS,
  type MockServer,
  type MockServerOptions,
  resolveClients,
  startMockServer,
} from '../core/mock-server.ts'
import { AuthorizationServer } from '../core/oauth/authorization-server.ts'
import type { Client } from '../core/oauth/client.ts'
import type { IssuedTokens } from '../core/oauth/grant.ts'
import type { OAuthSettings } from '../core/oauth/settings.ts'
import { Clock } from '../core/time/clock.ts'
import type { SalesforceAccount } from './account.ts'
import { SERVER_MAX_HEAD_BYTES } from './api/request-size.ts'
import { salesforceControls } from './controls.ts'
import { FAULT_RESPONSES } from './fault-errors.ts'
import type { ConnectedAppSettings } from './jwt-bearer/connected-app.ts'
import { salesforceOAuth } from './oauth/endpoints.ts'
import { DEFAULT_SCOPES } from './oauth/scopes.ts'
import { generateRows, insertRows } from './populate.ts'
import type { Row } from './schema/field.ts'
import type { GenerateOptions } from './seed/generate.ts'
import { seedOrgs } from './seed/index.ts'
import { DEFAULT_SETTINGS, type SalesforceSettings } from './settings.ts'
import { SalesforceState } from './state.ts'
import { salesforceVendor } from './vendor.ts'

export interface SalesforceOptions extends MockServerOptions {
  settings?: Partial<SalesforceSettings>
}

export interface SalesforceSandbox extends MockServer {
  /** Settings of the data API, which can be changed at any time. */
  readonly settings: SalesforceSettings
  /** The connected app of a customer and its certificate. They can be changed at any time. */
  readonly connectedApp: ConnectedAppSettings
  /** The account, whose `org` has the rules, locks and features. Throws a RangeError when there is no such account. */
  account(email: string): SalesforceAccount
  /** Issues tokens to the first client without an authorization flow. */
  grant(grant: { account: string; scopes?: readonly string[]; offline?: boolean }): IssuedTokens
  /** Inserts rows without any checks, for example old, late or deleted ones. Returns their ids. */
  insert(account: string, object: string, rows: readonly Row[]): string[]
  /** Inserts generated rows, which are the same for the same seed. Returns their ids. */
  generate(account: string, generation: GenerateOptions): string[]
}

export const SAMPLE_CLIENT: Client = {
  id: '3MVG9sandbox.ProviderHub',
  secret: '9A7C2F4E8D1B6035',
  name: 'Provider Hub',
  redirectUris: DEFAULT_REDIRECT_URIS,
}

/** A session lives two hours. A user's sixth refresh token revokes the first one. */
const OAUTH_DEFAULTS: Partial<OAuthSettings> = { accessTokenLifetimeMs: 2 * 60 * 60_000, maxRefreshTokens: 5 }

const RECORDED_HEADERS = ['sforce-query-options', 'sforce-duplicate-rule-header', 'sforce-auto-assign']

export async function startSalesforce(options: SalesforceOptions = {}): Promise<SalesforceSandbox> {
  const clock = options.clock ?? new Clock()
  const context = createMockContext({ ...options, clock }, Object.keys(FAULT_RESPONSES), RECORDED_HEADERS)
  const accounts = new Map<string, SalesforceAccount>()
  const oauth = new AuthorizationServer({
    clock,
    vendor: salesforceOAuth(accounts),
    clients: resolveClients(options, SAMPLE_CLIENT),
    settings: { ...OAUTH_DEFAULTS, ...options.oauth },
  })
  const salesforce = new SalesforceState({
    context,
    oauth,
    settings: { ...DEFAULT_SETTINGS, ...options.settings },
    accounts,
  })
  seedOrgs(salesforce)
  const standIn = await startMockServer({
    vendor: salesforceVendor(salesforce),
    context,
    oauth,
    listAccounts: () => [...accounts.values()].map(({ email, name }) => ({ email, name })),
    port: options.port,
    network: options.network,
    maxHeadBytes: SERVER_MAX_HEAD_BYTES,
    controls: salesforceControls(salesforce),
  })
  return {
    ...standIn,
    ...inProcessControls(salesforce),
    // Creates the key on first use.
    get formValues() {
      return salesforce.connectedApp.formValues
    },
  }
}

function inProcessControls(salesforce: SalesforceState): Omit<SalesforceSandbox, keyof MockServer> {
  const { oauth, settings, connectedApp } = salesforce
  return {
    settings,
    connectedApp: connectedApp.settings,
    account: (email) => salesforce.account(email),
    grant({ account, scopes = DEFAULT_SCOPES.split(' '), offline = true }) {
      const [client] = oauth.clients
      if (!client) throw new RangeError('The sandbox has no client to which tokens could be granted')
      return oauth.grants.issue(client, { account, scopes, offline })
    },
    insert: (account, object, rows) => insertRows(salesforce, account, object, rows),
    generate: (account, generation) => generateRows(salesforce, account, generation),
  }
}
