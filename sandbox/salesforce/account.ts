import type { Org } from './org/organization.ts'
import { Profile } from './org/profile.ts'
import { SchemaView } from './schema/view.ts'

/** A person who can sign in, with the id of the corresponding User row. */
export class SalesforceAccount {
  readonly org: Org
  readonly userId: string
  /** Has the form of an address but is not one: Salesforce sandboxes append their own name to it. */
  readonly username: string
  readonly email: string
  readonly name: string
  readonly givenName: string
  readonly familyName: string
  readonly timeZone: string
  readonly profile = new Profile()

  constructor(org: Org, user: AccountOptions) {
    this.org = org
    this.userId = user.userId
    this.username = user.username
    this.email = user.email
    this.name = user.name
    this.givenName = user.givenName
    this.familyName = user.familyName
    this.timeZone = user.timeZone
  }

  /** The schema as visible to this user. */
  get view(): SchemaView {
    return new SchemaView(this.org.database.schema, this.profile, this.org.absentObjects)
  }
}

export interface AccountOptions {
  userId: string
  username: string
  email: string
  name: string
  givenName: string
  familyName: string
  timeZone: string
}
