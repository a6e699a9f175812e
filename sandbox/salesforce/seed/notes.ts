import { insertUnchecked } from '../records/insert-unchecked.ts'
import type { WriteContext } from '../records/new-row.ts'
import type { AccountIds } from './accounts.ts'
import type { ContactIds } from './people.ts'

/** Adds an enhanced note on two records and a classic note. */
export function addNotes(context: WriteContext, accounts: AccountIds, contacts: ContactIds): void {
  const html = '<p>Wants <b>fewer deliveries</b> &amp; a fixed price.</p><p>Søndag passer ikke.</p>'
  const Content = Buffer.from(html, 'utf8').toString('base64')
  const note = insertUnchecked(context, 'ContentNote', { Title: 'Call with Ingrid', Content })
  for (const LinkedEntityId of [accounts.halden, contacts.ingrid]) {
    insertUnchecked(context, 'ContentDocumentLink', {
      ContentDocumentId: note.Id ?? null,
      LinkedEntityId,
      ShareType: 'V',
    })
  }
  addClassicNote(context, accounts.kestrel)
}

/** Adds a note in the form that orgs without enhanced notes use. */
export function addClassicNote(context: WriteContext, ParentId: string): void {
  insertUnchecked(context, 'Note', {
    ParentId,
    Title: 'First visit',
    Body: 'Met Maya & Omar.\nThey plan 40 routes a day.',
  })
}
