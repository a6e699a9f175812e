import { describe, expect, test } from '@jest/globals'
import { markup } from '../../../../sandbox/core/html/markup.ts'
import { consentPage, messagePage } from '../../../../sandbox/core/html/pages.ts'

const MALICIOUS = `"><script>alert('x')</script>&`
const ESCAPED = '&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;'
const BRAND = { name: 'Test', color: '#123456' }

describe('pages', () => {
  test('escape all values', () => {
    const consent = consentPage({
      brand: BRAND,
      application: MALICIOUS,
      action: `/auth?state=${MALICIOUS}`,
      accounts: [{ email: MALICIOUS, name: MALICIOUS }],
      signedIn: 'nobody',
      scopes: [{ scope: MALICIOUS, label: MALICIOUS, required: false }],
    })
    const message = messagePage(BRAND, { title: MALICIOUS, text: MALICIOUS, detail: MALICIOUS })
    for (const page of [consent, message]) {
      expect(page).toContain(ESCAPED)
      expect(page).not.toContain('<script>')
    }
    expect(consent).toContain(`action="/auth?state=${ESCAPED}"`)
  })

  test('do not escape nested markup twice', () => {
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
      { scope: 'who', label: 'Know you', required: true },
      { scope: 'mail', label: 'Read mail', required: false },
    ],
  })

  test('preselects the account that is signed in', () => {
    expect(page).toMatch(/value="bo@a.example" checked/)
    expect(page).not.toMatch(/value="ada@a.example" checked/)
  })

  test('shows a box for every scope, and disables required ones', () => {
    expect(page).toMatch(/name="scope" value="who" checked disabled/)
    expect(page).toMatch(/name="scope" value="mail" checked>/)
  })

  test('approves when the user presses Enter, because the Allow button comes first', () => {
    expect(page.indexOf('value="allow"')).toBeLessThan(page.indexOf('value="cancel"'))
  })
})
