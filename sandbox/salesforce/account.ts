import { Access } from './org/access.ts'
import type { Org } from './org/org.ts'
import { View } from './schema/view.ts'

/** One person who signs in, with the row that stands for him in his org. */
export class SalesforceAccount {
  readonly org: Org
  readonly userId: string
  /** Looks like an address, but is none: sandboxes append their own name to it. */
  readonly username: string
  readonly email: string
  readonly name: string
  readonly givenName: string
  readonly familyName: string
  readonly timeZone: string
  readonly access = new Access()

  constructor(org: Org, user: AccountInit) {
    this.org = org
    this.userId = user.userId
    this.username = user.username
    this.email = user.email
    this.name = user.name
    this.givenName = user.givenName
    this.familyName = user.familyName
    this.timeZone = user.timeZone
  }

  /** The schema as this user sees it. */
  get view(): View {
    return new View(this.org.database.schema, this.access, this.org.absentObjects)
  }
}

export interface AccountInit {
  userId: string
  username: string
  email: string
  name: string
  givenName: string
  familyName: string
  timeZone: string
}
