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
import { Clock } from '../core/time/clock.ts'
import type { GoogleAccount } from './account.ts'
import { createFaultErrors } from './api/fault-errors.ts'
import type { EventRecord } from './calendar/model.ts'
import { addEvent, cancelEvent, getCalendar, type NewEvent } from './calendar/new-event.ts'
import { createGoogleControls } from './controls.ts'
import { type DripOptions, startDrip } from './drip.ts'
import type { NewMail } from './gmail/compose.ts'
import { deliverMail } from './gmail/deliver.ts'
import type { Message } from './gmail/message.ts'
import { GOOGLE_OAUTH } from './oauth/endpoints.ts'
import { createSampleAccounts } from './seed/index.ts'
import { DEFAULT_SETTINGS, type GoogleSettings } from './settings.ts'
import { fillMailbox, GoogleState } from './state.ts'
import { createGoogleVendor } from './vendor.ts'

export type { NewEvent } from './calendar/new-event.ts'
export type { NewMail } from './gmail/compose.ts'
export { SCOPE } from './oauth/scopes.ts'

export interface GoogleOptions extends MockServerOptions {
  settings?: Partial<GoogleSettings>
  /** Instead of the sample accounts, which are made for the clock's start. */
  accounts?: readonly GoogleAccount[]
  /** What the minute of the quotas is measured by. */
  quotaClock?: 'sandbox' | 'machine'
}

export interface GoogleSandbox extends MockServer {
  /** Knobs of Calendar and Gmail; may be turned at any time. */
  readonly settings: GoogleSettings
  /** Throws a RangeError for an address that is not here. */
  account(email: string): GoogleAccount
  /** Tokens without the flow, of the first client. */
  grant(grant: { account: string; scopes: readonly string[]; offline?: boolean }): IssuedTokens
  deliverMail(account: string, mail: NewMail): Message
  /** True if there was such a mail. */
  removeMail(account: string, id: string): boolean
  fillMailbox(account: string, mails: { count: number; seed: number }): void
  /** `primary` is the account's own calendar. */
  addEvent(account: string, calendarId: string, event: NewEvent): EventRecord
  /** What deleting does: the event stays behind as a cancelled one. True if there was such an event. */
  cancelEvent(account: string, calendarId: string, id: string): boolean
  /** Lets mails and meetings arrive by themselves; returns what stops it. */
  startDrip(drip: DripOptions): () => void
}

export const SAMPLE_CLIENT: Client = {
  id: '407408718192-sandbox.apps.googleusercontent.com',
  secret: 'GOCSPX-sandbox-secret',
  name: 'Provider Hub',
  redirectUris: DEFAULT_REDIRECT_URIS,
}

export async function startGoogle(options: GoogleOptions = {}): Promise<GoogleSandbox> {
  const clock = options.clock ?? new Clock()
  const errors = createFaultErrors(clock)
  const context = createMockContext({ ...options, clock }, Object.keys(errors))
  const oauth = new AuthorizationServer({
    clock,
    vendor: GOOGLE_OAUTH,
    clients: resolveClients(options, SAMPLE_CLIENT),
    ...(options.oauth ? { settings: options.oauth } : {}),
  })
  const settings = { ...DEFAULT_SETTINGS, ...options.settings }
  const quotaNow = options.quotaClock === 'machine' ? Date.now : () => clock.now()
  const google = new GoogleState({ context, oauth, settings, quotaNow })
  for (const account of options.accounts ?? createSampleAccounts(clock.start))
    google.accounts.set(account.email, account)
  const standIn = await startMockServer({
    vendor: createGoogleVendor(google, errors),
    context,
    oauth,
    listAccounts: () => [...google.accounts.values()].map(({ email, name }) => ({ email, name })),
    port: options.port,
    controls: createGoogleControls(google),
  })
  return { ...standIn, ...createGoogleMembers(google) }
}

function createGoogleMembers(google: GoogleState): Omit<GoogleSandbox, keyof MockServer> {
  const { oauth, clock, settings } = google
  return {
    settings,
    account: (email) => google.account(email),
    grant({ account, scopes, offline = true }) {
      const [client] = oauth.clients
      if (!client) throw new RangeError('The sandbox has no client to grant to')
      return oauth.grants.issue(client, { account, scopes, offline })
    },
    deliverMail: (account, mail) => deliverMail(google.account(account), mail, clock.now()),
    removeMail: (account, id) => google.account(account).mailbox.messages.remove(id),
    fillMailbox: (account, mails) => fillMailbox(google, account, mails),
    addEvent: (account, id, event) => addEvent(getCalendar(google.account(account), id), event, clock.now()),
    cancelEvent: (account, id, event) => cancelEvent(getCalendar(google.account(account), id), event, clock.now()),
    startDrip: (drip) => startDrip(google, drip),
  }
}
