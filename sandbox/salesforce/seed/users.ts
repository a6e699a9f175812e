import type { Person } from '../../core/world.ts'
import { SalesforceAccount } from '../account.ts'
import type { Org } from '../org/org.ts'
import { load } from '../records/load.ts'
import type { Author } from '../records/new-row.ts'
import type { Row } from '../schema/field.ts'

/** A user and the account that signs in as him. */
export function addUser(author: Author, org: Org, person: Person): SalesforceAccount {
  const { name, email, givenName, familyName, company } = person
  const row = userRow(author, {
    Username: `${email}.crm`,
    FirstName: givenName,
    LastName: familyName,
    CompanyName: org.name,
    Title: person.title,
    Email: email,
    Alias: person.key,
    TimeZoneSidKey: company.timeZone,
    IsActive: true,
  })
  const user = { userId: String(row.Id), username: `${email}.crm`, email, name, givenName, familyName }
  return new SalesforceAccount(org, { ...user, timeZone: company.timeZone })
}

export function userRow(author: Author, fields: Row): Row {
  return load(author, 'User', { LocaleSidKey: 'en_US', LanguageLocaleKey: 'en_US', ...fields })
}

/** The one row that stands for the org. */
export function addOrganization(author: Author, org: Org, timeZone: string, edition: string): void {
  load(author, 'Organization', {
    Id: org.id,
    Name: org.name,
    OrganizationType: edition,
    InstanceName: 'EU45',
    LanguageLocaleKey: 'en_US',
    TimeZoneSidKey: timeZone,
  })
}
