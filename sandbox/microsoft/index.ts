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
import { datesRelativeTo } from '../core/time/relative-dates.ts'
import type { MicrosoftAccount } from './account.ts'
import type { ErrorName } from './api/errors.ts'
import { faultResponses } from './api/fault-errors.ts'
import type { RegistrationSettings } from './app-only/registration.ts'
import type { EventRecord } from './calendar/model.ts'
import { addEvent, type NewEvent, requireCalendar } from './calendar/new-event.ts'
import { microsoftControls } from './controls.ts'
import { type DripOptions, startDrip } from './drip.ts'
import { createDriveTestAccess, type DriveTestAccess } from './drive/test-access.ts'
import { deliverMail, type NewMail } from './mail/deliver.ts'
import type { Message } from './mail/message.ts'
import { microsoftOAuth } from './oauth/tokens.ts'
import { addSampleItems } from './seed/drive-items.ts'
import { sampleAccounts } from './seed/index.ts'
import { addSampleSessions } from './seed/meetings/index.ts'
import { DEFAULT_SETTINGS, type MicrosoftSettings } from './settings.ts'
import { breakMailbox, fillMailbox, MicrosoftState, moveMessage, removeMail } from './state.ts'
import { addMeeting, addMeetingSession } from './teams/add-meeting.ts'
import type { OnlineMeeting } from './teams/model.ts'
import type { NewSession } from './teams/new-session.ts'
import { microsoftVendor } from './vendor.ts'

export type { NewEvent } from './calendar/new-event.ts'
export type { NewMail } from './mail/deliver.ts'
export { SCOPE } from './oauth/scopes.ts'
export { PERSONAL_TENANT, tenantIdOf } from './oauth/tenants.ts'
export { ITEM_PATH } from './seed/drive-items.ts'
export type { NewSession } from './teams/new-session.ts'

export interface MicrosoftOptions extends MockServerOptions {
  settings?: Partial<MicrosoftSettings>
  /** Accounts to use instead of the sample accounts. */
  accounts?: readonly MicrosoftAccount[]
  /** The clock that measures the ten minutes of the quota, by default that of the sandbox. */
  quotaClock?: 'sandbox' | 'machine'
}

export interface MicrosoftSandbox extends MockServer, DriveTestAccess {
  /** Settings of sign-in and Graph, which can be changed at any time. */
  readonly settings: MicrosoftSettings
  /** The application that a customer has registered, and its certificate. It can be changed at any time. */
  readonly registration: RegistrationSettings
  /** Throws a RangeError when there is no such account. */
  account(email: string): MicrosoftAccount
  /** Issues tokens to the first client without an authorization flow. */
  grant(grant: { account: string; scopes: readonly string[]; offline?: boolean }): IssuedTokens
  deliverMail(account: string, mail: NewMail): Message
  /** Moves a message, given by either id, which changes its mutable id. */
  moveMessage(account: string, id: string, folder: string): Message
  /** Returns false when there is no such message. */
  removeMail(account: string, id: string): boolean
  fillMailbox(account: string, mails: { count: number; seed: number }): void
  /** Makes every request to the mailbox fail with the error, until it is called with null. */
  breakMailbox(account: string, error: ErrorName | null): void
  /** Deletes an account from its directory: its tokens are no longer accepted. */
  deleteAccount(account: string): void
  /** `calendar` is an id, a name, or `default` for the account's default calendar. */
  addEvent(account: string, calendar: string, event: NewEvent): EventRecord
  /** Adds an event with a Teams meeting, and a call that takes place in it if there is one. */
  addMeeting(account: string, event: NewEvent, session?: NewSession): OnlineMeeting
  /** Adds a call to the meeting of an event, which is named by its key or join URL. */
  addMeetingSession(account: string, keyOrJoinUrl: string, session: NewSession): OnlineMeeting
  /** Periodically adds messages, events and meetings. Returns a function that stops it. */
  startDrip(drip: DripOptions): () => void
}

export const SAMPLE_CLIENT: Client = {
  id: '6731de76-14a6-49ae-97bc-6eba6914391e',
  secret: 'sand~box8Q~secret-of-the-sample-client',
  name: 'Provider Hub',
  redirectUris: DEFAULT_REDIRECT_URIS,
}

const DAY_MS = 86_400_000

export async function startMicrosoft(options: MicrosoftOptions = {}): Promise<MicrosoftSandbox> {
  const clock = options.clock ?? new Clock()
  const errors = faultResponses(clock)
  const context = createMockContext({ ...options, clock }, Object.keys(errors), ['client-request-id'])
  const oauth = new AuthorizationServer({
    clock,
    vendor: microsoftOAuth((email) => microsoft.account(email)),
    clients: resolveClients(options, SAMPLE_CLIENT),
    settings: { rotation: 'overlap', refreshTokenLifetimeMs: 90 * DAY_MS, ...options.oauth },
  })
  const settings = { ...DEFAULT_SETTINGS, ...options.settings }
  const quotaNow = options.quotaClock === 'machine' ? Date.now : () => clock.now()
  const microsoft = new MicrosoftState({ context, oauth, settings, quotaNow })
  for (const account of options.accounts ?? sampleAccounts(clock.start)) microsoft.accounts.set(account.email, account)
  if (!options.accounts) {
    addSampleSessions(microsoft, clock.start)
    addSampleItems(microsoft.drives, datesRelativeTo(clock.start))
  }
  const server = await startMockServer({
    vendor: microsoftVendor(microsoft, errors),
    context,
    oauth,
    listAccounts: () => [...microsoft.accounts.values()].map(({ email, name }) => ({ email, name })),
    port: options.port,
    network: options.network,
    controls: microsoftControls(microsoft),
  })
  return {
    ...server,
    ...inProcessControls(microsoft),
    // Creates the key on first use.
    get formValues() {
      return microsoft.registration.formValues
    },
  }
}

function inProcessControls(microsoft: MicrosoftState): Omit<MicrosoftSandbox, keyof MockServer> {
  const { oauth, clock, settings, registration } = microsoft
  return {
    ...createDriveTestAccess(microsoft),
    settings,
    registration: registration.settings,
    account: (email) => microsoft.account(email),
    grant({ account, scopes, offline = true }) {
      const [client] = oauth.clients
      if (!client) throw new RangeError('The sandbox has no client to which tokens could be granted')
      return oauth.grants.issue(client, { account, scopes, offline })
    },
    deliverMail: (account, mail) => deliverMail(microsoft.account(account), mail, clock.now()),
    moveMessage: (account, id, folder) => moveMessage(microsoft, account, id, folder),
    removeMail: (account, id) => removeMail(microsoft, account, id),
    fillMailbox: (account, mails) => fillMailbox(microsoft, account, mails),
    breakMailbox: (account, error) => breakMailbox(microsoft, account, error),
    deleteAccount(email) {
      microsoft.account(email).deleted = true
    },
    addEvent(email, calendar, event) {
      const account = microsoft.account(email)
      return addEvent(account, requireCalendar(account, calendar), event, clock.now())
    },
    addMeeting: (account, event, session) => addMeeting(microsoft, account, { event, session }),
    addMeetingSession: (account, keyOrJoinUrl, session) => addMeetingSession(microsoft, account, keyOrJoinUrl, session),
    startDrip: (drip) => startDrip(microsoft, drip),
  }
}
