import { PEOPLE, type PersonKey } from '../../core/fixtures.ts'
import { insertUnchecked } from '../records/insert-unchecked.ts'
import type { WriteContext } from '../records/new-row.ts'
import type { Row } from '../schema/field.ts'
import type { AccountIds } from './accounts.ts'

export type ContactIds = Readonly<Record<'ingrid' | 'lars' | 'haruka' | 'kenji' | 'maya' | 'omar' | 'yulia', string>>

/** The name, email and title fields of a fixture person. */
export function toNameFields(key: PersonKey): Row {
  const { givenName, familyName, email, title } = PEOPLE[key]
  return { FirstName: givenName, LastName: familyName, Email: email, Title: title }
}

/** The business partners of Meridian Works, and contacts that are hard to match by email address. */
export function addContacts(context: WriteContext, accounts: AccountIds): ContactIds {
  const add = (fields: Row) => String(insertUnchecked(context, 'Contact', fields).Id)
  const ids = {
    ingrid: add({ ...toNameFields('ingrid'), AccountId: accounts.halden, Phone: '+47 69 00 00 10' }),
    lars: add({ ...toNameFields('lars'), AccountId: accounts.halden, Salutation: 'Mr.', MailingCity: 'Halden' }),
    haruka: add({ ...toNameFields('haruka'), AccountId: accounts.sakurai }),
    kenji: add({ ...toNameFields('kenji'), AccountId: accounts.sakurai, Department: '購買部' }),
    maya: add({ ...toNameFields('maya'), AccountId: accounts.kestrel, LeadSource: 'Partner Referral' }),
    omar: add({ ...toNameFields('omar'), AccountId: accounts.kestrel }),
    yulia: add({ ...toNameFields('yulia'), AccountId: accounts.volna }),
  }
  const desk = { AccountId: accounts.kestrel, Email: 'dispatch@kestrel.example' }
  add({ LastName: 'Dispatch Desk', ...desk })
  add({ FirstName: 'Priya', LastName: 'Nair', ...desk })
  add({ FirstName: 'Tom', LastName: 'Becker', ...desk, Email: 'Dispatch@Kestrel.example' })
  add({ FirstName: 'Siobhán', LastName: "O'Connor-D'Arcy", Email: "siobhan.o'connor+crm@volna.example" })
  add({ FirstName: 'Astrid', LastName: 'Vik', AccountId: accounts.halden, CreatedDate: '2016-03-01T08:00:00Z' })
  add({
    FirstName: 'Nils',
    LastName: 'Berg',
    Email: 'nils@halden.example',
    AccountId: accounts.halden,
    IsDeleted: true,
  })
  return ids
}

export function addLeads(context: WriteContext, accounts: AccountIds, contacts: ContactIds): void {
  const add = (fields: Row) => insertUnchecked(context, 'Lead', fields)
  add({ ...toNameFields('aroha'), Company: 'Kōwhai Foods Ltd', Status: 'Working - Contacted', Rating: 'Hot' })
  add({ ...toNameFields('yulia'), Company: 'Студия «Волна»', LeadSource: 'Web' })
  add({
    ...toNameFields('maya'),
    Company: 'Kestrel Freight, Inc.',
    Status: 'Closed - Converted',
    IsConverted: true,
    ConvertedDate: '2025-11-20',
    ConvertedAccountId: accounts.kestrel,
    ConvertedContactId: contacts.maya,
  })
  add({ LastName: 'Unknown caller', Company: '[not provided]', Phone: '+1 503 555 0117' })
}
