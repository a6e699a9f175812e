import type { MockContext } from '../core/context.ts'
import type { AuthorizationServer } from '../core/oauth/authorization-server.ts'
import { Quota } from '../core/quota.ts'
import type { Clock } from '../core/time/clock.ts'
import type { MicrosoftAccount } from './account.ts'
import { isErrorName } from './api/errors.ts'
import { AppTokens } from './app-only/app-tokens.ts'
import { Registration } from './app-only/registration.ts'
import { Drives } from './drive/store.ts'
import { deliverMails } from './mail/deliver.ts'
import { generateMails } from './mail/generate.ts'
import type { Message } from './mail/message.ts'
import { Approvals } from './oauth/approvals.ts'
import { LoginErrors } from './oauth/login-errors.ts'
import { SkipValues } from './query/skip-values.ts'
import type { MicrosoftSettings } from './settings.ts'
import { OnlineMeetings } from './teams/store.ts'

export interface MicrosoftDeps {
  context: MockContext
  oauth: AuthorizationServer
  settings: MicrosoftSettings
  /** The clock of the quotas, in epoch ms: that of the sandbox or of the machine. */
  quotaNow: () => number
}

const QUOTA_WINDOW_MS = 10 * 60_000

/** The state that all routes of the Microsoft sandbox share. */
export class MicrosoftState {
  readonly context: MockContext
  readonly oauth: AuthorizationServer
  readonly settings: MicrosoftSettings
  /** By sign-in address, in the order of the consent page. */
  readonly accounts = new Map<string, MicrosoftAccount>()
  readonly quota: Quota
  readonly quotaNow: () => number
  /** By tenant. */
  readonly teamsQuota: Quota
  /** The meetings of all tenants. */
  readonly meetings = new OnlineMeetings()
  /** The OneDrives of all accounts and the document libraries. */
  readonly drives: Drives
  readonly loginErrors: LoginErrors
  readonly approvals: Approvals
  /** The application of a customer, which signs in without a user. */
  readonly registration: Registration
  readonly appTokens: AppTokens
  /** The ids of client assertions, each of which is valid once. */
  readonly usedAssertionIds = new Set<string>()
  /** The `$skip` values that were returned in nextLinks. */
  readonly skipValues = new SkipValues()
  /** The number of nextLinks that were due, including those that were left out. */
  #dueLinks = 0

  constructor({ context, oauth, settings, quotaNow }: MicrosoftDeps) {
    this.context = context
    this.oauth = oauth
    this.settings = settings
    this.quotaNow = quotaNow
    this.quota = new Quota({ limit: () => settings.requestsPerTenMinutes, windowMs: QUOTA_WINDOW_MS, now: quotaNow })
    // A second of sandbox time would not pass while the sandbox's clock stands still.
    this.teamsQuota = new Quota({ limit: () => settings.teamsRequestsPerSecond, windowMs: 1000, now: Date.now })
    this.drives = new Drives(settings, quotaNow)
    this.approvals = new Approvals(settings)
    this.loginErrors = new LoginErrors(context.clock)
    this.registration = new Registration(context.clock.start)
    this.appTokens = new AppTokens(context.clock)
  }

  get clock(): Clock {
    return this.context.clock
  }

  /** Counts a nextLink that is due, and returns whether it is left out (`settings.missingLinkEvery`). */
  omitsNextLink(): boolean {
    const { missingLinkEvery } = this.settings
    this.#dueLinks += 1
    return missingLinkEvery > 0 && this.#dueLinks % missingLinkEvery === 0
  }

  /** Throws a RangeError when there is no such account. */
  account(email: string): MicrosoftAccount {
    const account = this.accounts.get(email)
    if (!account) throw new RangeError(`There is no Microsoft account ${email} in the sandbox`)
    return account
  }
}

/** Adds generated messages to the inbox in one batch. */
export function fillMailbox(
  microsoft: MicrosoftState,
  email: string,
  { count, seed }: { count: number; seed: number },
): void {
  const now = microsoft.clock.now()
  deliverMails(microsoft.account(email), generateMails({ count, seed, until: now }), now)
}

/** Moves a message, which changes its mutable id. Throws a RangeError when there is no such message. */
export function moveMessage(microsoft: MicrosoftState, email: string, id: string, folder: string): Message {
  const { mailbox } = microsoft.account(email)
  const message = mailbox.findMessage(id)
  if (!message) throw new RangeError(`${email} has no message ${id}`)
  return mailbox.move(message, folder, microsoft.clock.now())
}

/** Returns false when there is no such message. */
export function removeMail(microsoft: MicrosoftState, email: string, id: string): boolean {
  const { mailbox } = microsoft.account(email)
  const message = mailbox.findMessage(id)
  if (message) mailbox.remove(message)
  return message !== undefined
}

/** Makes every request to the mailbox fail with this error, until it is called with null. */
export function breakMailbox(microsoft: MicrosoftState, email: string, error: string | null): void {
  const account = microsoft.account(email)
  if (error !== null && !isErrorName(error)) throw new RangeError(`Unknown error "${error}"`)
  if (error === null) delete account.mailboxError
  else account.mailboxError = error
}
