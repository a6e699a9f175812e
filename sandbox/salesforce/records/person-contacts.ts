import type { Row } from '../schema/field.ts'
import { newRow, type WriteContext } from './new-row.ts'

/** A person account has a contact, which is created and changed with it (SOAP API Developer Guide, "Person Accounts"). */
export function savePersonContact(context: WriteContext, account: Row): void {
  const { database } = context
  const type = database.schema.object('Contact')
  if (!account.IsPersonAccount || !type) return
  const { PersonContactId, FirstName = null, LastName = null, Salutation = null, PersonEmail = null } = account
  const existing = PersonContactId ? database.get('Contact', String(PersonContactId)) : undefined
  const contact = type.derive({
    ...(existing ?? newRow(context, type)),
    AccountId: account.Id ?? null,
    FirstName,
    LastName,
    Salutation,
    Email: PersonEmail,
    MobilePhone: account.PersonMobilePhone ?? null,
    Title: account.PersonTitle ?? null,
    IsPersonAccount: true,
  })
  database.put('Contact', contact)
  if (!existing) database.put('Account', { ...account, PersonContactId: contact.Id ?? null })
}
