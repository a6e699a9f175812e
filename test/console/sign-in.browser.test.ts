import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { inBrowser } from '../kit/in-browser.ts'
import { type ConsoleSystem, startConsole } from './kit/system.ts'

inBrowser('signing in to the console', () => {
  let app: ConsoleSystem
  beforeAll(async () => {
    app = await startConsole()
  }, 120_000)
  afterAll(() => app?.stop())

  test('opens the page that was requested, after the issuer', async () => {
    const page = await app.open(undefined, { path: '/settings?from=link' })
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/settings?from=link')
    await page.context().close()
  })

  test('goes through the issuer again when the page is loaded again, without asking', async () => {
    const page = await app.open()
    await page.reload()
    await page.getByRole('navigation', { name: 'Pages' }).waitFor()
    expect(new URL(page.url()).origin).toBe(app.url)
    await page.context().close()
  })

  test('leaves no token, code or verifier in storage, cookies, the address or the history', async () => {
    const page = await app.open()
    const stored = await page.evaluate<string>(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href])',
    )
    expect(stored).not.toMatch(/eyJ|code=|code_verifier|access_token|refresh_token/)
    const { cookies } = await page.context().storageState()
    expect(cookies.filter(({ value }) => value.startsWith('eyJ'))).toEqual([])
    await page.context().close()
  })

  test('signs out here and at the issuer', async () => {
    const page = await app.open()
    await page.getByRole('button', { name: /^Account of/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor()
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Who is signing in?' }).waitFor()
    await page.context().close()
  })

  test('works in a window that another page has opened', async () => {
    const page = await app.open()
    const opened = page.waitForEvent('popup')
    await page.evaluate("void window.open('/people', '_blank')")
    const other = await opened
    await other.getByRole('heading', { name: 'People', level: 1 }).waitFor()
    expect(other.isClosed()).toBe(false)
    await page.context().close()
  })

  test('goes to a page of its own only', async () => {
    const page = await app.open()
    await page.goto(`${app.url}/sign-in?login_hint=ada@meridian.example&target_link_uri=https://evil.example/`)
    await page.getByRole('navigation', { name: 'Pages' }).waitFor()
    expect(page.url()).toBe(`${app.url}/`)
    await page.context().close()
  })

  test('requests nothing of other machines', () => {
    expect(app.refused).toEqual([])
  })
})
