import type { Clock } from '../core/clock.ts'
import type { OAuth } from '../core/oauth.ts'
import type { Stage } from '../core/origin.ts'
import type { SalesforceAccount } from './account.ts'
import { Org } from './org/org.ts'
import type { SalesforceSettings } from './settings.ts'

export interface SalesforceParts {
  stage: Stage
  oauth: OAuth
  settings: SalesforceSettings
  /** By e-mail address, in the order of the consent page. */
  accounts: Map<string, SalesforceAccount>
}

/** Everything the routes of Salesforce work on. */
export class Salesforce {
  readonly stage: Stage
  readonly oauth: OAuth
  readonly settings: SalesforceSettings
  readonly accounts: Map<string, SalesforceAccount>
  readonly orgs: Org[] = []

  constructor({ stage, oauth, settings, accounts }: SalesforceParts) {
    this.accounts = accounts
    this.stage = stage
    this.oauth = oauth
    this.settings = settings
  }

  get clock(): Clock {
    return this.stage.clock
  }

  account(email: string): SalesforceAccount {
    const account = this.accounts.get(email)
    if (!account) throw new RangeError(`There is no Salesforce account ${email} in the sandbox`)
    return account
  }

  addOrg(id: string, name: string): Org {
    const org = new Org({ id, name, clock: this.clock, dailyLimit: () => this.settings.dailyApiRequests })
    this.orgs.push(org)
    return org
  }
}
