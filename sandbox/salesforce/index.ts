import type { Client } from '../core/authorization.ts'
import { Clock } from '../core/clock.ts'
import type { Issued } from '../core/grants.ts'
import { OAuth, type OAuthSettings } from '../core/oauth.ts'
import {
  clientsOf,
  createStage,
  DEFAULT_REDIRECT_URIS,
  type StandIn,
  type StandInOptions,
  startStandIn,
} from '../core/stand-in.ts'
import type { SalesforceAccount } from './account.ts'
import { READ_HEAD_BYTES } from './api/size.ts'
import { salesforceControls } from './controls.ts'
import { FAULT_ERRORS } from './fault-errors.ts'
import { generateRows, insertRows } from './fill.ts'
import { salesforceOAuth } from './oauth.ts'
import { Salesforce } from './salesforce.ts'
import type { Row } from './schema/field.ts'
import { DEFAULT_SCOPES } from './scopes.ts'
import type { Generation } from './seed/generate.ts'
import { addSamples } from './seed/index.ts'
import { DEFAULT_SETTINGS, type SalesforceSettings } from './settings.ts'
import { salesforceVendor } from './vendor.ts'

export interface SalesforceOptions extends StandInOptions {
  settings?: Partial<SalesforceSettings>
}

export interface SalesforceSandbox extends StandIn {
  /** Knobs of the data API; may be turned at any time. */
  readonly settings: SalesforceSettings
  /** With its org: rules, locks, switches. Throws a RangeError for an address that is not here. */
  account(email: string): SalesforceAccount
  /** Tokens without the flow, of the first client. */
  grant(grant: { account: string; scopes?: readonly string[]; offline?: boolean }): Issued
  /** Rows past all checks: old ones, late ones, deleted ones. Returns their ids. */
  insert(account: string, object: string, rows: readonly Row[]): string[]
  /** Made-up rows, the same for the same seed. Returns their ids. */
  generate(account: string, generation: Generation): string[]
}

export const SAMPLE_CLIENT: Client = {
  id: '3MVG9sandbox.ProviderHub',
  secret: '9A7C2F4E8D1B6035',
  name: 'Provider Hub',
  redirectUris: DEFAULT_REDIRECT_URIS,
}

/** A session lives for two hours, and the fifth approval of one person is the last: the sixth kills the first. */
const OAUTH_DEFAULTS: Partial<OAuthSettings> = { accessTokenLifetimeMs: 2 * 60 * 60_000, maxRefreshTokens: 5 }

const HEADERS_NOTED = ['sforce-query-options', 'sforce-duplicate-rule-header', 'sforce-auto-assign']

export async function startSalesforce(options: SalesforceOptions = {}): Promise<SalesforceSandbox> {
  const clock = options.clock ?? new Clock()
  const stage = createStage({ ...options, clock }, Object.keys(FAULT_ERRORS), HEADERS_NOTED)
  const accounts = new Map<string, SalesforceAccount>()
  const oauth = new OAuth({
    clock,
    vendor: salesforceOAuth(accounts),
    clients: clientsOf(options, SAMPLE_CLIENT),
    settings: { ...OAUTH_DEFAULTS, ...options.oauth },
  })
  const salesforce = new Salesforce({ stage, oauth, settings: { ...DEFAULT_SETTINGS, ...options.settings }, accounts })
  addSamples(salesforce)
  const standIn = await startStandIn({
    vendor: salesforceVendor(salesforce),
    stage,
    oauth,
    accounts: () => [...accounts.values()].map(({ email, name }) => ({ email, name })),
    port: options.port,
    maxHeadBytes: READ_HEAD_BYTES,
    controls: salesforceControls(salesforce),
  })
  return { ...standIn, ...controlsInProcess(salesforce) }
}

function controlsInProcess(salesforce: Salesforce): Omit<SalesforceSandbox, keyof StandIn> {
  const { oauth, settings } = salesforce
  return {
    settings,
    account: (email) => salesforce.account(email),
    grant({ account, scopes = DEFAULT_SCOPES.split(' '), offline = true }) {
      const [client] = oauth.clients
      if (!client) throw new RangeError('The sandbox has no client to grant to')
      return oauth.grants.issue(client, { account, scopes, offline })
    },
    insert: (account, object, rows) => insertRows(salesforce, account, object, rows),
    generate: (account, generation) => generateRows(salesforce, account, generation),
  }
}
