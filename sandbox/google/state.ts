import type { MockContext } from '../core/context.ts'
import type { AuthorizationServer } from '../core/oauth/authorization-server.ts'
import { OpaqueTokens } from '../core/opaque-tokens.ts'
import { Quota } from '../core/quota.ts'
import type { Clock } from '../core/time/clock.ts'
import type { GoogleAccount } from './account.ts'
import { Drive } from './drive/store.ts'
import { deliverMails } from './gmail/deliver.ts'
import { generateMails } from './gmail/generate.ts'
import { Conferences } from './meet/store.ts'
import { ServiceAccount } from './service-accounts/service-account.ts'
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
  readonly quotas: Readonly<Record<'gmail' | 'calendar' | 'meet' | 'people', Quota>>
  /** The meetings that take place in Meet. */
  readonly conferences = new Conferences()
  /** The files of all accounts. */
  readonly drive: Drive
  /** Page tokens, sync tokens and attachment ids. */
  readonly tokens = new OpaqueTokens()
  /** The service account of a customer. */
  readonly serviceAccount: ServiceAccount

  constructor({ context, oauth, settings, quotaNow }: GoogleDeps) {
    this.context = context
    this.oauth = oauth
    this.settings = settings
    this.drive = new Drive(settings, quotaNow)
    this.serviceAccount = new ServiceAccount(context.clock.start)
    this.quotas = {
      gmail: new Quota({ limit: () => settings.gmailUnitsPerMinute, now: quotaNow }),
      calendar: new Quota({ limit: () => settings.calendarRequestsPerMinute, now: quotaNow }),
      meet: new Quota({ limit: () => settings.meetReadsPerMinute, now: quotaNow }),
      people: new Quota({ limit: () => settings.peopleReadsPerMinute, now: quotaNow }),
    }
  }

  get clock(): Clock {
    return this.context.clock
  }

  /** Throws a RangeError for an unknown address. */
  account(email: string): GoogleAccount {
    const own = this.serviceAccount.account
    const account = email === own.email ? own : this.accounts.get(email)
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
