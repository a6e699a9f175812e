import type { MockContext } from '../core/context.ts'
import type { AuthorizationServer } from '../core/oauth/authorization-server.ts'
import type { Clock } from '../core/time/clock.ts'
import type { SalesforceAccount } from './account.ts'
import { ConnectedApp } from './jwt-bearer/connected-app.ts'
import { Org } from './org/organization.ts'
import type { SalesforceSettings } from './settings.ts'

export interface SalesforceDeps {
  context: MockContext
  oauth: AuthorizationServer
  settings: SalesforceSettings
  /** By email address, in the order of the consent page. */
  accounts: Map<string, SalesforceAccount>
}

/** The state that all routes of the Salesforce sandbox share. */
export class SalesforceState {
  readonly context: MockContext
  readonly oauth: AuthorizationServer
  readonly settings: SalesforceSettings
  readonly accounts: Map<string, SalesforceAccount>
  readonly orgs: Org[] = []
  /** The connected app of a customer, with which users sign in by certificate. */
  readonly connectedApp: ConnectedApp

  constructor({ context, oauth, settings, accounts }: SalesforceDeps) {
    this.accounts = accounts
    this.context = context
    this.oauth = oauth
    this.settings = settings
    this.connectedApp = new ConnectedApp(context.clock.start)
  }

  get clock(): Clock {
    return this.context.clock
  }

  /** Throws a RangeError when there is no such account. */
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
