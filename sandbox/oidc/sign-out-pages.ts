import { Markup, markup } from '../core/html/markup.ts'
import { messagePage, page } from '../core/html/pages.ts'
import { BRAND } from './brand.ts'

/** Renders the page that asks whether to sign out. `form` is the library's own, which a button submits. */
export function signOutPage(form: string): string {
  return page(
    BRAND,
    'Sign out – sandbox',
    markup`<h1>Sign out?</h1>
${new Markup(form)}
<footer>
  <button class="primary" type="submit" form="op.logoutForm" name="logout" value="yes">Sign out</button>
  <button type="submit" form="op.logoutForm">Stay signed in</button>
</footer>`,
  )
}

/** Renders the last page of a sign-out that leads nowhere else. */
export function signedOutPage(): string {
  return messagePage(BRAND, { title: 'Signed out', text: 'You are signed out.', detail: 'You can close this window.' })
}
