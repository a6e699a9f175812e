import { messagePage } from '../core/html/pages.ts'
import type { HttpRequest } from '../core/http/request.ts'
import { type HttpResponse, html } from '../core/http/responses.ts'
import type { Route } from '../core/http/router.ts'
import { BRAND } from './oauth/endpoints.ts'
import { normalizeId } from './org/ids.ts'
import { getNameField } from './schema/object-type.ts'
import type { SalesforceState } from './state.ts'

/** The pages to which links to records point: the Lightning page and the short URL `/<id>`. */
export function recordPageRoutes(salesforce: SalesforceState): Route[] {
  const handle = (request: HttpRequest) => recordPage(salesforce, request)
  return [
    { method: 'GET', pattern: '/lightning/r/:object/:id/view', handle },
    { method: 'GET', pattern: '/lightning/r/:id/view', handle },
    { method: 'GET', pattern: '/:id', handle },
  ]
}

function recordPage({ orgs }: SalesforceState, { params }: HttpRequest): HttpResponse {
  const id = normalizeId(params.id ?? '')
  const record = id === undefined ? undefined : orgs.map(({ database }) => database.find(id)).find(Boolean)
  if (!record || record.row.IsDeleted) {
    const text = 'The record you are looking for does not exist, or it has been deleted.'
    return html(messagePage(BRAND, { title: 'Data Not Available', text, detail: params.id ?? '' }), 404)
  }
  const { type, row } = record
  const name = String(row[getNameField(type)?.name ?? 'Id'] ?? row.Id)
  return html(messagePage(BRAND, { title: name, text: type.label, detail: String(row.Id) }))
}
