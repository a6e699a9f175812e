import type { Clock } from '../core/clock.ts'
import type { OAuth } from '../core/oauth.ts'
import type { Stage } from '../core/origin.ts'
import { Quota } from '../core/quota.ts'
import type { MicrosoftAccount } from './account.ts'
import { isErrorName } from './errors.ts'
import { LoginErrors } from './login-error.ts'
import { deliverMails } from './mail/deliver.ts'
import { generateMails } from './mail/generate.ts'
import type { Message } from './mail/message.ts'
import { Skips } from './query/skips.ts'
import type { MicrosoftSettings } from './settings.ts'

export interface MicrosoftParts {
  stage: Stage
  oauth: OAuth
  settings: MicrosoftSettings
  /** What quotas slide by: sandbox time, or the machine's. */
  quotaNow: () => number
}

const TEN_MINUTES = 10 * 60_000

/** Everything the routes of Microsoft work on. */
export class Microsoft {
  readonly stage: Stage
  readonly oauth: OAuth
  readonly settings: MicrosoftSettings
  /** By what they sign in with, in the order of the consent page. */
  readonly accounts = new Map<string, MicrosoftAccount>()
  readonly quota: Quota
  readonly quotaNow: () => number
  readonly loginErrors: LoginErrors
  /** The values of `$skip` that nextLinks carry. */
  readonly skips = new Skips()

  constructor({ stage, oauth, settings, quotaNow }: MicrosoftParts) {
    this.stage = stage
    this.oauth = oauth
    this.settings = settings
    this.quotaNow = quotaNow
    this.quota = new Quota({ limit: () => settings.requestsPerTenMinutes, windowMs: TEN_MINUTES, now: quotaNow })
    this.loginErrors = new LoginErrors(stage.clock)
  }

  get clock(): Clock {
    return this.stage.clock
  }

  account(email: string): MicrosoftAccount {
    const account = this.accounts.get(email)
    if (!account) throw new RangeError(`There is no Microsoft account ${email} in the sandbox`)
    return account
  }
}

/** Adds generated mails to the account's inbox: thousands in a moment. */
export function fillMailbox(
  microsoft: Microsoft,
  email: string,
  { count, seed }: { count: number; seed: number },
): void {
  const now = microsoft.clock.now()
  deliverMails(microsoft.account(email), generateMails({ count, seed, until: now }), now)
}

/** Puts a message into another folder, by which it gets another default id. Throws a RangeError without such a message. */
export function moveMessage(microsoft: Microsoft, email: string, id: string, folder: string): Message {
  const { mailbox } = microsoft.account(email)
  const message = mailbox.findMessage(id)
  if (!message) throw new RangeError(`${email} has no message ${id}`)
  return mailbox.move(message, folder, microsoft.clock.now())
}

/** True if there was such a mail. */
export function removeMail(microsoft: Microsoft, email: string, id: string): boolean {
  const { mailbox } = microsoft.account(email)
  const message = mailbox.findMessage(id)
  if (message) mailbox.remove(message)
  return message !== undefined
}

/** From now on everything of the mailbox is answered with this error; with none, it is in order again. */
export function breakMailbox(microsoft: Microsoft, email: string, error: string | null): void {
  const account = microsoft.account(email)
  if (error !== null && !isErrorName(error)) throw new RangeError(`There is no error "${error}"`)
  if (error === null) delete account.mailboxError
  else account.mailboxError = error
}
