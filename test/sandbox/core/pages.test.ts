import { describe, expect, test } from '@jest/globals'
import { markup } from '../../../sandbox/core/markup.ts'
import { consentPage, messagePage } from '../../../sandbox/core/pages.ts'

const EVIL = `"><script>alert('x')</script>&`
const ESCAPED = '&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;'
const BRAND = { name: 'Tiny', color: '#123456' }

describe('pages', () => {
  test('escape every value that is put into them', () => {
    const consent = consentPage({
      brand: BRAND,
      application: EVIL,
      action: `/auth?state=${EVIL}`,
      accounts: [{ email: EVIL, name: EVIL }],
      signedIn: 'nobody',
      scopes: [{ scope: EVIL, words: EVIL, required: false }],
    })
    const message = messagePage(BRAND, { title: EVIL, text: EVIL, detail: EVIL })
    for (const page of [consent, message]) {
      expect(page).toContain(ESCAPED)
      expect(page).not.toContain('<script>')
    }
    expect(consent).toContain(`action="/auth?state=${ESCAPED}"`)
  })

  test('are put together from markup without escaping it twice', () => {
    const inner = [markup`<b>${'a & b'}</b>`, markup`<i>${1}</i>`]
    expect(markup`<p>${inner}</p>`.text).toBe('<p><b>a &amp; b</b><i>1</i></p>')
  })
})

describe('the consent page', () => {
  const page = consentPage({
    brand: BRAND,
    application: 'Hub',
    action: '/auth',
    accounts: [
      { email: 'ada@a.example', name: 'Ada' },
      { email: 'bo@a.example', name: 'Bo' },
    ],
    signedIn: 'bo@a.example',
    scopes: [
      { scope: 'who', words: 'Know you', required: true },
      { scope: 'mail', words: 'Read mail', required: false },
    ],
  })

  test('preselects the account that is signed in', () => {
    expect(page).toMatch(/value="bo@a.example" checked/)
    expect(page).not.toMatch(/value="ada@a.example" checked/)
  })

  test('has a box for every scope, and fixes those that cannot be unticked', () => {
    expect(page).toMatch(/name="scope" value="who" checked disabled/)
    expect(page).toMatch(/name="scope" value="mail" checked>/)
  })

  test('allows when the person presses Enter, because that button stands first', () => {
    expect(page.indexOf('value="allow"')).toBeLessThan(page.indexOf('value="cancel"'))
  })
})
