import type { Client } from '../core/authorization.ts'
import { Clock } from '../core/clock.ts'
import type { Issued } from '../core/grants.ts'
import { OAuth } from '../core/oauth.ts'
import {
  clientsOf,
  createStage,
  DEFAULT_REDIRECT_URIS,
  type StandIn,
  type StandInOptions,
  startStandIn,
} from '../core/stand-in.ts'
import type { GoogleAccount } from './account.ts'
import type { EventRecord } from './calendar/calendar.ts'
import { addEvent, cancelEvent, type NewEvent, requireCalendar } from './calendar/new-event.ts'
import { googleControls } from './controls.ts'
import { type Drip, dripNewThings } from './drip.ts'
import { faultErrors } from './fault-errors.ts'
import type { NewMail } from './gmail/compose.ts'
import { deliverMail } from './gmail/deliver.ts'
import type { Message } from './gmail/message.ts'
import { fillMailbox, Google } from './google.ts'
import { GOOGLE_OAUTH } from './oauth.ts'
import { sampleAccounts } from './seed/index.ts'
import { DEFAULT_SETTINGS, type GoogleSettings } from './settings.ts'
import { googleVendor } from './vendor.ts'

export type { NewEvent } from './calendar/new-event.ts'
export type { NewMail } from './gmail/compose.ts'
export { SCOPE } from './scopes.ts'

export interface GoogleOptions extends StandInOptions {
  settings?: Partial<GoogleSettings>
  /** Instead of the sample accounts, which are made for the clock's start. */
  accounts?: readonly GoogleAccount[]
  /** What the minute of the quotas is measured by. */
  quotaClock?: 'sandbox' | 'machine'
}

export interface GoogleSandbox extends StandIn {
  /** Knobs of Calendar and Gmail; may be turned at any time. */
  readonly settings: GoogleSettings
  /** Throws a RangeError for an address that is not here. */
  account(email: string): GoogleAccount
  /** Tokens without the flow, of the first client. */
  grant(grant: { account: string; scopes: readonly string[]; offline?: boolean }): Issued
  deliverMail(account: string, mail: NewMail): Message
  /** True if there was such a mail. */
  removeMail(account: string, id: string): boolean
  fillMailbox(account: string, mails: { count: number; seed: number }): void
  /** `primary` is the account's own calendar. */
  addEvent(account: string, calendarId: string, event: NewEvent): EventRecord
  /** What deleting does: the event stays behind as a cancelled one. True if there was such an event. */
  cancelEvent(account: string, calendarId: string, id: string): boolean
  /** Lets mails and meetings arrive by themselves; returns what stops it. */
  dripNewThings(drip: Drip): () => void
}

export const SAMPLE_CLIENT: Client = {
  id: '407408718192-sandbox.apps.googleusercontent.com',
  secret: 'GOCSPX-sandbox-secret',
  name: 'Provider Hub',
  redirectUris: DEFAULT_REDIRECT_URIS,
}

export async function startGoogle(options: GoogleOptions = {}): Promise<GoogleSandbox> {
  const clock = options.clock ?? new Clock()
  const errors = faultErrors(clock)
  const stage = createStage({ ...options, clock }, Object.keys(errors))
  const oauth = new OAuth({
    clock,
    vendor: GOOGLE_OAUTH,
    clients: clientsOf(options, SAMPLE_CLIENT),
    ...(options.oauth ? { settings: options.oauth } : {}),
  })
  const settings = { ...DEFAULT_SETTINGS, ...options.settings }
  const quotaNow = options.quotaClock === 'machine' ? Date.now : () => clock.now()
  const google = new Google({ stage, oauth, settings, quotaNow })
  for (const account of options.accounts ?? sampleAccounts(clock.start)) google.accounts.set(account.email, account)
  const standIn = await startStandIn({
    vendor: googleVendor(google, errors),
    stage,
    oauth,
    accounts: () => [...google.accounts.values()].map(({ email, name }) => ({ email, name })),
    port: options.port,
    controls: googleControls(google),
  })
  return { ...standIn, ...controlsInProcess(google) }
}

function controlsInProcess(google: Google): Omit<GoogleSandbox, keyof StandIn> {
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
    addEvent: (account, id, event) => addEvent(requireCalendar(google.account(account), id), event, clock.now()),
    cancelEvent: (account, id, event) => cancelEvent(requireCalendar(google.account(account), id), event, clock.now()),
    dripNewThings: (drip) => dripNewThings(google, drip),
  }
}
