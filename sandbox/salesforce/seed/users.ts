import type { Person } from '../../core/fixtures.ts'
import { SalesforceAccount } from '../account.ts'
import type { Org } from '../org/organization.ts'
import { insertUnchecked } from '../records/insert-unchecked.ts'
import type { WriteContext } from '../records/new-row.ts'
import type { Row } from '../schema/field.ts'

/** Inserts a User row and returns the account that signs in as this user. */
export function addUser(context: WriteContext, org: Org, person: Person): SalesforceAccount {
  const { name, email, givenName, familyName, company } = person
  const row = insertUserRow(context, {
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

export function insertUserRow(context: WriteContext, fields: Row): Row {
  return insertUnchecked(context, 'User', { LocaleSidKey: 'en_US', LanguageLocaleKey: 'en_US', ...fields })
}

/** Inserts the values of Task.Status. Only the third one closes a task. */
function addTaskStatuses(context: WriteContext): void {
  const field = context.database.schema.object('Task')?.fields.get('status')
  for (const [index, { value, defaultValue }] of (field?.picklistValues ?? []).entries()) {
    insertUnchecked(context, 'TaskStatus', {
      MasterLabel: value,
      ApiName: value,
      SortOrder: index + 1,
      IsDefault: defaultValue,
      IsClosed: value === 'Completed',
    })
  }
}

/** Inserts the single Organization row, and the values of the org's picklists. */
export function addOrganization(context: WriteContext, org: Org, timeZone: string, edition: string): void {
  insertUnchecked(context, 'Organization', {
    Id: org.id,
    Name: org.name,
    OrganizationType: edition,
    InstanceName: 'EU45',
    LanguageLocaleKey: 'en_US',
    TimeZoneSidKey: timeZone,
  })
  addTaskStatuses(context)
}
