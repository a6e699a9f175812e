import { type Markup, markup } from './markup.ts'
import { STYLE } from './page-style.ts'

/** How a vendor's pages look. */
export interface Brand {
  /** The vendor's name. */
  name: string
  /** A CSS colour. */
  color: string
}

export interface ConsentPage {
  brand: Brand
  /** The application that asks. */
  application: string
  /** Where the form is posted: the authorization URL with its query. */
  action: string
  accounts: readonly { email: string; name: string }[]
  /** The e-mail address of the account that is preselected. */
  signedIn: string
  scopes: readonly { scope: string; words: string; required: boolean }[]
}

/**
 * The page on which a person says yes or no. Tests post the same form; its fields are
 * `account` (e-mail address), `scope` (one for each box that stays ticked) and `decision` (`allow` or `cancel`).
 */
export function consentPage({ brand, application, action, accounts, signedIn, scopes }: ConsentPage): string {
  return page(
    brand,
    `Sign in – ${brand.name} sandbox`,
    markup`<h1>${application} wants access to your ${brand.name} account</h1>
<form method="post" action="${action}">
  <fieldset>
    <legend>Account</legend>
    ${accountChoices(accounts, signedIn)}
  </fieldset>
  <fieldset>
    <legend>What ${application} may do</legend>
    ${scopes.map(scopeChoice)}
  </fieldset>
  <footer>
    <button name="decision" value="allow" class="primary">Allow</button>
    <button name="decision" value="cancel">Cancel</button>
  </footer>
</form>`,
  )
}

export interface Message {
  title: string
  text: string
  detail: string
  /** The one way out, for a page that has one. */
  back?: { href: string; words: string }
}

/** A page that says one thing: what a vendor shows when it must not redirect. */
export function messagePage(brand: Brand, { title, text, detail, back }: Message): string {
  const link = back ? markup`<p><a href="${back.href}">${back.words}</a></p>` : markup``
  return page(brand, title, markup`<h1>${title}</h1><p>${text}</p><p class="detail">${detail}</p>${link}`)
}

/** One choice for each account, with one of them made already. */
export function accountChoices(accounts: readonly { email: string; name: string }[], signedIn: string): Markup[] {
  return accounts.map((account) => accountChoice(account, account.email === signedIn))
}

function accountChoice({ email, name }: { email: string; name: string }, checked: boolean): Markup {
  const state = checked ? markup` checked` : markup``
  return markup`<label class="account"><input type="radio" name="account" value="${email}"${state}>
      <span class="initial" aria-hidden="true">${[...name][0] ?? ''}</span><span><b>${name}</b><small>${email}</small></span></label>`
}

/** A box that cannot be unticked is disabled, and a disabled box is not sent: the server knows that it is granted. */
function scopeChoice({ scope, words, required }: ConsentPage['scopes'][number]): Markup {
  const state = required ? markup` disabled` : markup``
  return markup`<label class="scope"><input type="checkbox" name="scope" value="${scope}" checked${state}>
      <span>${words}<small>${scope}</small></span></label>`
}

/** A page in a vendor's colours. */
export function page(brand: Brand, title: string, body: Markup): string {
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body style="--brand: ${brand.color}">
<main>
<p class="brand">${brand.name} <span>sandbox</span></p>
${body}
</main>
</body>
</html>
`.text
}
