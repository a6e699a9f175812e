import { markup } from '../core/markup.ts'
import { accountChoices, page } from '../core/pages.ts'
import type { Person } from '../core/world.ts'

const BRAND = { name: 'OpenID', color: '#5b4bb7' }

/** Who are you? The form posts to its own address: `account` is an e-mail address, or nothing when cancelled. */
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
