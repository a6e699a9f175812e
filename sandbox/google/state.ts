import type { MockContext } from '../core/context.ts'
import type { AuthorizationServer } from '../core/oauth/authorization-server.ts'
import { OpaqueTokens } from '../core/opaque-tokens.ts'
import { Quota } from '../core/quota.ts'
import type { Clock } from '../core/time/clock.ts'
import type { GoogleAccount } from './account.ts'
import { deliverMails } from './gmail/deliver.ts'
import { generateMails } from './gmail/generate.ts'
import type { GoogleSettings } from './settings.ts'

export interface GoogleDeps {
  context: MockContext
  oauth: AuthorizationServer
  settings: GoogleSettings
  /** The clock of the quotas, epoch ms. */
  quotaNow: () => number
}

/** The state of the Google sandbox. */
export class GoogleState {
  readonly context: MockContext
  readonly oauth: AuthorizationServer
  readonly settings: GoogleSettings
  /** By email address, in the order of the consent page. */
  readonly accounts = new Map<string, GoogleAccount>()
  readonly quotas: Readonly<Record<'gmail' | 'calendar', Quota>>
  /** Page tokens, sync tokens and attachment ids. */
  readonly tokens = new OpaqueTokens()

  constructor({ context, oauth, settings, quotaNow }: GoogleDeps) {
    this.context = context
    this.oauth = oauth
    this.settings = settings
    this.quotas = {
      gmail: new Quota({ limit: () => settings.gmailUnitsPerMinute, now: quotaNow }),
      calendar: new Quota({ limit: () => settings.calendarRequestsPerMinute, now: quotaNow }),
    }
  }

  get clock(): Clock {
    return this.context.clock
  }

  /** Throws a RangeError for an unknown address. */
  account(email: string): GoogleAccount {
    const account = this.accounts.get(email)
    if (!account) throw new RangeError(`Unknown Google account: ${email}`)
    return account
  }
}

/** Adds generated messages to the account's mailbox. Fast enough for thousands of them. */
export function fillMailbox(
  google: GoogleState,
  email: string,
  { count, seed }: { count: number; seed: number },
): void {
  const account = google.account(email)
  const now = google.clock.now()
  deliverMails(account, generateMails({ count, seed, until: now, to: email }), now)
}
