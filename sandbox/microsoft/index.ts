import {
  createMockContext,
  DEFAULT_REDIRECT_URIS,
  type MockServer,
  type MockServerOptions,
  resolveClients,
  startMockServer,
} from '../core/mock-server.ts'
import { AuthorizationServer } from '../core/oauth/authorization-server.ts'
import type { Client } from '../core/oauth/client.ts'
import type { IssuedTokens } from '../core/oauth/grant.ts'
import { Clock } from '../core/time/clock.ts'
import type { MicrosoftAccount } from './account.ts'
import type { ErrorName } from './api/errors.ts'
import { faultResponses } from './api/fault-errors.ts'
import type { EventRecord } from './calendar/model.ts'
import { addEvent, type NewEvent, requireCalendar } from './calendar/new-event.ts'
import { microsoftControls } from './controls.ts'
import { type DripOptions, startDrip } from './drip.ts'
import { deliverMail, type NewMail } from './mail/deliver.ts'
import type { Message } from './mail/message.ts'
import { microsoftOAuth } from './oauth/tokens.ts'
import { sampleAccounts } from './seed/index.ts'
import { DEFAULT_SETTINGS, type MicrosoftSettings } from './settings.ts'
import { breakMailbox, fillMailbox, MicrosoftState, moveMessage, removeMail } from './state.ts'
import { microsoftVendor } from './vendor.ts'

export type { NewEvent } from './calendar/new-event.ts'
export type { NewMail } from './mail/deliver.ts'
export { SCOPE } from './oauth/scopes.ts'
export { PERSONAL_TENANT, tenantIdOf } from './oauth/tenants.ts'

export interface MicrosoftOptions extends MockServerOptions {
  settings?: Partial<MicrosoftSettings>
  /** Instead of the sample accounts, which are made for the clock's start. */
  accounts?: readonly MicrosoftAccount[]
  /** What the ten minutes of the quota are measured by. */
  quotaClock?: 'sandbox' | 'machine'
}

export interface MicrosoftSandbox extends MockServer {
  /** Knobs of sign-in and Graph; may be turned at any time. */
  readonly settings: MicrosoftSettings
  /** Throws a RangeError for an address that is not here. */
  account(email: string): MicrosoftAccount
  /** Tokens without the flow, of the first client. */
  grant(grant: { account: string; scopes: readonly string[]; offline?: boolean }): IssuedTokens
  deliverMail(account: string, mail: NewMail): Message
  /** By either id. The message's default id becomes another one. */
  moveMessage(account: string, id: string, folder: string): Message
  /** True if there was such a mail. */
  removeMail(account: string, id: string): boolean
  fillMailbox(account: string, mails: { count: number; seed: number }): void
  /** Everything of the mailbox is answered with the error, until it is null. */
  breakMailbox(account: string, error: ErrorName | null): void
  /** The calendar by id or name, `default` for the account's own. */
  addEvent(account: string, calendar: string, event: NewEvent): EventRecord
  /** Lets mails and meetings arrive by themselves; returns what stops it. */
  startDrip(drip: DripOptions): () => void
}

export const SAMPLE_CLIENT: Client = {
  id: '6731de76-14a6-49ae-97bc-6eba6914391e',
  secret: 'sand~box8Q~secret-of-the-sample-client',
  name: 'Provider Hub',
  redirectUris: DEFAULT_REDIRECT_URIS,
}

const DAY = 86_400_000

export async function startMicrosoft(options: MicrosoftOptions = {}): Promise<MicrosoftSandbox> {
  const clock = options.clock ?? new Clock()
  const errors = faultResponses(clock)
  const context = createMockContext({ ...options, clock }, Object.keys(errors), ['client-request-id'])
  const oauth = new AuthorizationServer({
    clock,
    vendor: microsoftOAuth((email) => microsoft.account(email)),
    clients: resolveClients(options, SAMPLE_CLIENT),
    settings: { rotation: 'overlap', refreshTokenLifetimeMs: 90 * DAY, ...options.oauth },
  })
  const settings = { ...DEFAULT_SETTINGS, ...options.settings }
  const quotaNow = options.quotaClock === 'machine' ? Date.now : () => clock.now()
  const microsoft = new MicrosoftState({ context, oauth, settings, quotaNow })
  for (const account of options.accounts ?? sampleAccounts(clock.start)) microsoft.accounts.set(account.email, account)
  const standIn = await startMockServer({
    vendor: microsoftVendor(microsoft, errors),
    context,
    oauth,
    accounts: () => [...microsoft.accounts.values()].map(({ email, name }) => ({ email, name })),
    port: options.port,
    controls: microsoftControls(microsoft),
  })
  return { ...standIn, ...inProcessControls(microsoft) }
}

function inProcessControls(microsoft: MicrosoftState): Omit<MicrosoftSandbox, keyof MockServer> {
  const { oauth, clock, settings } = microsoft
  return {
    settings,
    account: (email) => microsoft.account(email),
    grant({ account, scopes, offline = true }) {
      const [client] = oauth.clients
      if (!client) throw new RangeError('The sandbox has no client to grant to')
      return oauth.grants.issue(client, { account, scopes, offline })
    },
    deliverMail: (account, mail) => deliverMail(microsoft.account(account), mail, clock.now()),
    moveMessage: (account, id, folder) => moveMessage(microsoft, account, id, folder),
    removeMail: (account, id) => removeMail(microsoft, account, id),
    fillMailbox: (account, mails) => fillMailbox(microsoft, account, mails),
    breakMailbox: (account, error) => breakMailbox(microsoft, account, error),
    addEvent(email, calendar, event) {
      const account = microsoft.account(email)
      return addEvent(account, requireCalendar(account, calendar), event, clock.now())
    },
    startDrip: (drip) => startDrip(microsoft, drip),
  }
}
