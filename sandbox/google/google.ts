import type { Clock } from '../core/clock.ts'
import type { OAuth } from '../core/oauth.ts'
import type { Stage } from '../core/origin.ts'
import { Quota } from '../core/quota.ts'
import { Seal } from '../core/seal.ts'
import type { GoogleAccount } from './account.ts'
import { deliverMails } from './gmail/deliver.ts'
import { generateMails } from './gmail/generate.ts'
import type { GoogleSettings } from './settings.ts'

export interface GoogleParts {
  stage: Stage
  oauth: OAuth
  settings: GoogleSettings
  /** What quotas slide by: sandbox time, or the machine's. */
  quotaNow: () => number
}

/** Everything the routes of Google work on. */
export class Google {
  readonly stage: Stage
  readonly oauth: OAuth
  readonly settings: GoogleSettings
  /** By e-mail address, in the order of the consent page. */
  readonly accounts = new Map<string, GoogleAccount>()
  readonly quotas: Readonly<Record<'gmail' | 'calendar', Quota>>
  /** Makes page tokens, sync tokens and attachment ids. */
  readonly seal = new Seal()

  constructor({ stage, oauth, settings, quotaNow }: GoogleParts) {
    this.stage = stage
    this.oauth = oauth
    this.settings = settings
    this.quotas = {
      gmail: new Quota({ limit: () => settings.gmailUnitsPerMinute, now: quotaNow }),
      calendar: new Quota({ limit: () => settings.calendarRequestsPerMinute, now: quotaNow }),
    }
  }

  get clock(): Clock {
    return this.stage.clock
  }

  account(email: string): GoogleAccount {
    const account = this.accounts.get(email)
    if (!account) throw new RangeError(`There is no Google account ${email} in the sandbox`)
    return account
  }
}

/** Adds generated mails to the account's mailbox: thousands in a moment. */
export function fillMailbox(google: Google, email: string, { count, seed }: { count: number; seed: number }): void {
  const account = google.account(email)
  const now = google.clock.now()
  deliverMails(account, generateMails({ count, seed, until: now, to: email }), now)
}
