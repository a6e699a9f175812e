import { load } from '../records/load.ts'
import type { Author } from '../records/new-row.ts'
import type { AccountIds } from './accounts.ts'
import type { ContactIds } from './people.ts'

/** One enhanced note on two records, and a classic one. */
export function addNotes(author: Author, accounts: AccountIds, contacts: ContactIds): void {
  const html = '<p>Wants <b>fewer deliveries</b> &amp; a fixed price.</p><p>Søndag passer ikke.</p>'
  const Content = Buffer.from(html, 'utf8').toString('base64')
  const note = load(author, 'ContentNote', { Title: 'Call with Ingrid', Content })
  for (const LinkedEntityId of [accounts.halden, contacts.ingrid]) {
    load(author, 'ContentDocumentLink', { ContentDocumentId: note.Id ?? null, LinkedEntityId, ShareType: 'V' })
  }
  addClassicNote(author, accounts.kestrel)
}

/** What an org writes that has not switched enhanced notes on. */
export function addClassicNote(author: Author, ParentId: string): void {
  load(author, 'Note', { ParentId, Title: 'First visit', Body: 'Met Maya & Omar.\nThey plan 40 routes a day.' })
}
