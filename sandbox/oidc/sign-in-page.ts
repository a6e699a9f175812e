import type { Person } from '../core/fixtures.ts'
import { markup } from '../core/html/markup.ts'
import { accountChoices, page } from '../core/html/pages.ts'
import { BRAND } from './brand.ts'

/** Renders the sign-in page. Its form posts to the same address; `account` is an email address. */
export function signInPage(people: readonly Person[]): string {
  const [first] = people
  return page(
    BRAND,
    'Sign in – sandbox',
    markup`<h1>Who is signing in?</h1>
<form method="post">
  <fieldset>
    <legend>Account</legend>
    ${accountChoices(people, first?.email ?? '')}
  </fieldset>
  <footer><button class="primary">Sign in</button></footer>
</form>`,
  )
}
