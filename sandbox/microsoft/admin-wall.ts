import { type Answer, html } from '../core/answers.ts'
import { messagePage } from '../core/pages.ts'
import { AADSTS } from './aadsts.ts'
import { BRAND } from './login-error.ts'

/** "Need admin approval": a page of Microsoft's own, whose only way out is the one of `leaving`. */
export function adminWallPage(leaving: Answer): Answer {
  const text = `AADSTS90094: ${AADSTS[90094].text}`
  const back = { href: leaving.headers.location ?? '', words: 'Return to the application without granting consent' }
  return html(messagePage(BRAND, { title: 'Need admin approval', text, detail: 'Ask an administrator.', back }))
}
