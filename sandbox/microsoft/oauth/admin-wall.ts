import { messagePage } from '../../core/html/pages.ts'
import { type HttpResponse, html } from '../../core/http/responses.ts'
import { AADSTS } from './aadsts.ts'
import { BRAND } from './login-errors.ts'

/** "Need admin approval": a page of Microsoft's own, whose only way out is the one of `leaving`. */
export function adminWallPage(leaving: HttpResponse): HttpResponse {
  const text = `AADSTS90094: ${AADSTS[90094].text}`
  const back = { href: leaving.headers.location ?? '', label: 'Return to the application without granting consent' }
  return html(messagePage(BRAND, { title: 'Need admin approval', text, detail: 'Ask an administrator.', back }))
}
