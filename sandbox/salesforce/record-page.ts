import { type Answer, html } from '../core/answers.ts'
import type { Call } from '../core/call.ts'
import { messagePage } from '../core/pages.ts'
import type { Route } from '../core/router.ts'
import { BRAND } from './oauth.ts'
import { normalId } from './org/ids.ts'
import type { Salesforce } from './salesforce.ts'
import { nameFieldOf } from './schema/object-type.ts'

/** Where links to records lead: the page of Lightning, and the short address that every org has. */
export function recordPages(salesforce: Salesforce): Route[] {
  const handle = (call: Call) => recordPage(salesforce, call)
  return [
    { method: 'GET', pattern: '/lightning/r/:object/:id/view', handle },
    { method: 'GET', pattern: '/lightning/r/:id/view', handle },
    { method: 'GET', pattern: '/:id', handle },
  ]
}

function recordPage({ orgs }: Salesforce, { params }: Call): Answer {
  const id = normalId(params.id ?? '')
  const found = id === undefined ? undefined : orgs.map(({ database }) => database.find(id)).find(Boolean)
  if (!found || found.row.IsDeleted) {
    const text = 'The record you are looking for does not exist, or it has been deleted.'
    return html(messagePage(BRAND, { title: 'Data Not Available', text, detail: params.id ?? '' }), 404)
  }
  const { type, row } = found
  const name = String(row[nameFieldOf(type)?.name ?? 'Id'] ?? row.Id)
  return html(messagePage(BRAND, { title: name, text: type.label, detail: String(row.Id) }))
}
