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
import type { GoogleAccount } from './account.ts'
import { createFaultErrors } from './api/fault-errors.ts'
import { getCalendar } from './calendar/find-calendar.ts'
import type { EventRecord } from './calendar/model.ts'
import { addEvent, cancelEvent, type NewEvent } from './calendar/new-event.ts'
import { createGoogleControls } from './controls.ts'
import { type DripOptions, startDrip } from './drip.ts'
import { createDriveTestAccess, type DriveTestAccess } from './drive/test-access.ts'
import type { NewMail } from './gmail/compose.ts'
import { deliverMail } from './gmail/deliver.ts'
import type { Message } from './gmail/message.ts'
import { addConference } from './meet/add-conference.ts'
import type { Conference, Transcript } from './meet/model.ts'
import type { NewConference, NewTranscript } from './meet/new-conference.ts'
import { GOOGLE_OAUTH } from './oauth/endpoints.ts'
import { addSampleFiles } from './seed/drive-files.ts'
import { createSampleAccounts } from './seed/index.ts'
import { addSampleConferences } from './seed/meetings/index.ts'
import type { ServiceAccountSettings } from './service-accounts/service-account.ts'
import { DEFAULT_SETTINGS, type GoogleSettings } from './settings.ts'
import { fillMailbox, GoogleState } from './state.ts'
import { createGoogleVendor } from './vendor.ts'

export type { NewEvent } from './calendar/new-event.ts'
export type { NewDriveFile } from './drive/new-file.ts'
export type { NewMail } from './gmail/compose.ts'
export type { NewConference, NewParticipant, NewTranscript } from './meet/new-conference.ts'
export { SCOPE } from './oauth/scopes.ts'
export { FILE_ID, LEGACY_KEY, SALES_DRIVE } from './seed/file-ids.ts'

export interface GoogleOptions extends MockServerOptions {
  settings?: Partial<GoogleSettings>
  /** Replace the sample accounts, whose data is relative to the clock's start. */
  accounts?: readonly GoogleAccount[]
  /** The clock of the quotas: sandbox time (default) or system time. */
  quotaClock?: 'sandbox' | 'machine'
}

export interface GoogleSandbox extends MockServer, DriveTestAccess {
  /** The settings of Calendar and Gmail. They may be changed at any time. */
  readonly settings: GoogleSettings
  /** The service account of a customer and its delegation. They may be changed at any time. */
  readonly serviceAccount: ServiceAccountSettings
  /** Throws a RangeError for an unknown address. */
  account(email: string): GoogleAccount
  /** Returns tokens of the first client without an authorization request. */
  grant(grant: { account: string; scopes: readonly string[]; offline?: boolean }): IssuedTokens
  deliverMail(account: string, mail: NewMail): Message
  /** Returns false if there is no such message. */
  removeMail(account: string, id: string): boolean
  fillMailbox(account: string, mails: { count: number; seed: number }): void
  /** `primary` is an alias of the account's own calendar. */
  addEvent(account: string, calendarId: string, event: NewEvent): EventRecord
  /** Deletes an event as Google does: it remains with the status `cancelled`. Returns false if it does not exist. */
  cancelEvent(account: string, calendarId: string, id: string): boolean
  /** Adds a meeting that takes place in Meet. `code` joins it to the calendar event with this meeting code. */
  addConference(account: string, conference: NewConference): Conference
  /** Adds a transcription session to a conference, such as a second one after a break. */
  addMeetTranscript(conferenceId: string, transcript: NewTranscript): Transcript
  /** Deletes a conference with all its records. Returns false if there is none. */
  removeConference(conferenceId: string): boolean
  /** Delivers messages, events and meetings regularly. Returns a function that stops it. */
  startDrip(options: DripOptions): () => void
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
    settings: options.oauth ?? {},
  })
  const settings = { ...DEFAULT_SETTINGS, ...options.settings }
  const quotaNow = options.quotaClock === 'machine' ? Date.now : () => clock.now()
  const google = new GoogleState({ context, oauth, settings, quotaNow })
  const accounts = options.accounts ?? createSampleAccounts(clock.start)
  for (const account of accounts) google.accounts.set(account.email, account)
  if (!options.accounts) {
    addSampleConferences(google, clock.start)
    addSampleFiles(google.drive, datesRelativeTo(clock.start))
  }
  const server = await startMockServer({
    vendor: createGoogleVendor(google, errors),
    context,
    oauth,
    listAccounts: () => [...google.accounts.values()].map(({ email, name }) => ({ email, name })),
    port: options.port,
    network: options.network,
    controls: createGoogleControls(google),
  })
  return {
    ...server,
    ...createGoogleMembers(google),
    // Creates the key on first use.
    get formValues() {
      return google.serviceAccount.formValues
    },
  }
}

function createGoogleMembers(google: GoogleState): Omit<GoogleSandbox, keyof MockServer> {
  const { oauth, clock, settings } = google
  return {
    ...createDriveTestAccess(google),
    settings,
    serviceAccount: google.serviceAccount.settings,
    account: (email) => google.account(email),
    grant({ account, scopes, offline = true }) {
      const [client] = oauth.clients
      if (!client) throw new RangeError('The sandbox has no clients')
      return oauth.grants.issue(client, { account, scopes, offline })
    },
    deliverMail: (account, mail) => deliverMail(google.account(account), mail, clock.now()),
    removeMail: (account, id) => google.account(account).mailbox.messages.remove(id),
    fillMailbox: (account, mails) => fillMailbox(google, account, mails),
    addEvent: (account, calendarId, event) =>
      addEvent(getCalendar(google.account(account), calendarId), event, clock.now()),
    cancelEvent: (account, calendarId, id) =>
      cancelEvent(getCalendar(google.account(account), calendarId), id, clock.now()),
    addConference: (account, conference) => addConference(google, account, conference),
    addMeetTranscript: (conferenceId, transcript) => google.conferences.addTranscript(conferenceId, transcript),
    removeConference: (conferenceId) => google.conferences.remove(conferenceId),
    startDrip: (options) => startDrip(google, options),
  }
}
