import type { MockContext } from '../core/context.ts'
import type { AuthorizationServer } from '../core/oauth/authorization-server.ts'
import { Quota } from '../core/quota.ts'
import type { Clock } from '../core/time/clock.ts'
import type { MicrosoftAccount } from './account.ts'
import { isErrorName } from './api/errors.ts'
import { deliverMails } from './mail/deliver.ts'
import { generateMails } from './mail/generate.ts'
import type { Message } from './mail/message.ts'
import { LoginErrors } from './oauth/login-errors.ts'
import { SkipValues } from './query/skip-values.ts'
import type { MicrosoftSettings } from './settings.ts'

export interface MicrosoftDeps {
  context: MockContext
  oauth: AuthorizationServer
  settings: MicrosoftSettings
  /** What quotas slide by: sandbox time, or the machine's. */
  quotaNow: () => number
}

const QUOTA_WINDOW_MS = 10 * 60_000

/** Everything the routes of Microsoft work on. */
export class MicrosoftState {
  readonly context: MockContext
  readonly oauth: AuthorizationServer
  readonly settings: MicrosoftSettings
  /** By what they sign in with, in the order of the consent page. */
  readonly accounts = new Map<string, MicrosoftAccount>()
  readonly quota: Quota
  readonly quotaNow: () => number
  readonly loginErrors: LoginErrors
  /** The values of `$skip` that nextLinks carry. */
  readonly skipValues = new SkipValues()

  constructor({ context, oauth, settings, quotaNow }: MicrosoftDeps) {
    this.context = context
    this.oauth = oauth
    this.settings = settings
    this.quotaNow = quotaNow
    this.quota = new Quota({ limit: () => settings.requestsPerTenMinutes, windowMs: QUOTA_WINDOW_MS, now: quotaNow })
    this.loginErrors = new LoginErrors(context.clock)
  }

  get clock(): Clock {
    return this.context.clock
  }

  account(email: string): MicrosoftAccount {
    const account = this.accounts.get(email)
    if (!account) throw new RangeError(`There is no Microsoft account ${email} in the sandbox`)
    return account
  }
}

/** Adds generated mails to the account's inbox: thousands in a moment. */
export function fillMailbox(
  microsoft: MicrosoftState,
  email: string,
  { count, seed }: { count: number; seed: number },
): void {
  const now = microsoft.clock.now()
  deliverMails(microsoft.account(email), generateMails({ count, seed, until: now }), now)
}

/** Puts a message into another folder, by which it gets another default id. Throws a RangeError without such a message. */
export function moveMessage(microsoft: MicrosoftState, email: string, id: string, folder: string): Message {
  const { mailbox } = microsoft.account(email)
  const message = mailbox.findMessage(id)
  if (!message) throw new RangeError(`${email} has no message ${id}`)
  return mailbox.move(message, folder, microsoft.clock.now())
}

/** True if there was such a mail. */
export function removeMail(microsoft: MicrosoftState, email: string, id: string): boolean {
  const { mailbox } = microsoft.account(email)
  const message = mailbox.findMessage(id)
  if (message) mailbox.remove(message)
  return message !== undefined
}

/** From now on everything of the mailbox is answered with this error; with none, it is in order again. */
export function breakMailbox(microsoft: MicrosoftState, email: string, error: string | null): void {
  const account = microsoft.account(email)
  if (error !== null && !isErrorName(error)) throw new RangeError(`There is no error "${error}"`)
  if (error === null) delete account.mailboxError
  else account.mailboxError = error
}
