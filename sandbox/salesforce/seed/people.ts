import { PEOPLE, type PersonKey } from '../../core/world.ts'
import { load } from '../records/load.ts'
import type { Author } from '../records/new-row.ts'
import type { Row } from '../schema/field.ts'
import type { AccountIds } from './accounts.ts'

export type ContactIds = Readonly<Record<'ingrid' | 'lars' | 'haruka' | 'kenji' | 'maya' | 'omar' | 'yulia', string>>

/** What a person of the world is called in a row. */
export function nameOf(key: PersonKey): Row {
  const { givenName, familyName, email, title } = PEOPLE[key]
  return { FirstName: givenName, LastName: familyName, Email: email, Title: title }
}

/** The people Meridian Works deals with, and some who make matching by address hard. */
export function addContacts(author: Author, accounts: AccountIds): ContactIds {
  const add = (fields: Row) => String(load(author, 'Contact', fields).Id)
  const ids = {
    ingrid: add({ ...nameOf('ingrid'), AccountId: accounts.halden, Phone: '+47 69 00 00 10' }),
    lars: add({ ...nameOf('lars'), AccountId: accounts.halden, Salutation: 'Mr.', MailingCity: 'Halden' }),
    haruka: add({ ...nameOf('haruka'), AccountId: accounts.sakurai }),
    kenji: add({ ...nameOf('kenji'), AccountId: accounts.sakurai, Department: '購買部' }),
    maya: add({ ...nameOf('maya'), AccountId: accounts.kestrel, LeadSource: 'Partner Referral' }),
    omar: add({ ...nameOf('omar'), AccountId: accounts.kestrel }),
    yulia: add({ ...nameOf('yulia'), AccountId: accounts.volna }),
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

export function addLeads(author: Author, accounts: AccountIds, contacts: ContactIds): void {
  const add = (fields: Row) => load(author, 'Lead', fields)
  add({ ...nameOf('aroha'), Company: 'Kōwhai Foods Ltd', Status: 'Working - Contacted', Rating: 'Hot' })
  add({ ...nameOf('yulia'), Company: 'Студия «Волна»', LeadSource: 'Web' })
  add({
    ...nameOf('maya'),
    Company: 'Kestrel Freight, Inc.',
    Status: 'Closed - Converted',
    IsConverted: true,
    ConvertedDate: '2025-11-20',
    ConvertedAccountId: accounts.kestrel,
    ConvertedContactId: contacts.maya,
  })
  add({ LastName: 'Unknown caller', Company: '[not provided]', Phone: '+1 503 555 0117' })
}
