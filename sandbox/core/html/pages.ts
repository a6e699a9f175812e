import { type Markup, markup } from './markup.ts'
import { STYLE } from './style.ts'

/** A vendor's name and colour on its pages. */
export interface Brand {
  name: string
  /** A CSS colour. */
  color: string
}

export interface ConsentPageOptions {
  brand: Brand
  /** The name of the application that requests access. */
  application: string
  /** The form's target: the authorization URL with its query. */
  action: string
  accounts: readonly { email: string; name: string }[]
  /** The email address of the preselected account. */
  signedIn: string
  scopes: readonly { scope: string; label: string; required: boolean }[]
}

/**
 * Renders the consent page. Tests may post its form directly; the fields are `account` (email address), `scope`
 * (repeated, one for each box that remains ticked) and `decision` (`allow` or `cancel`).
 */
export function consentPage({ brand, application, action, accounts, signedIn, scopes }: ConsentPageOptions): string {
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

export interface MessagePageOptions {
  title: string
  text: string
  detail: string
  /** A link below the text. */
  back?: { href: string; label: string }
}

/** Renders a page with a message, such as an error that must not be sent to the redirect URI. */
export function messagePage(brand: Brand, { title, text, detail, back }: MessagePageOptions): string {
  const link = back ? markup`<p><a href="${back.href}">${back.label}</a></p>` : markup``
  return page(brand, title, markup`<h1>${title}</h1><p>${text}</p><p class="detail">${detail}</p>${link}`)
}

/** Renders a radio button for each account and preselects the one that is signed in. */
export function accountChoices(accounts: readonly { email: string; name: string }[], signedIn: string): Markup[] {
  return accounts.map((account) => accountChoice(account, account.email === signedIn))
}

function accountChoice({ email, name }: { email: string; name: string }, checked: boolean): Markup {
  const state = checked ? markup` checked` : markup``
  return markup`<label class="account"><input type="radio" name="account" value="${email}"${state}>
      <span class="initial" aria-hidden="true">${[...name][0] ?? ''}</span><span><b>${name}</b><small>${email}</small></span></label>`
}

/** A required scope has a disabled box. Browsers do not send disabled boxes; the server grants required scopes anyway. */
function scopeChoice({ scope, label, required }: ConsentPageOptions['scopes'][number]): Markup {
  const state = required ? markup` disabled` : markup``
  return markup`<label class="scope"><input type="checkbox" name="scope" value="${scope}" checked${state}>
      <span>${label}<small>${scope}</small></span></label>`
}

/** Renders a complete page with a vendor's name and colour. */
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
