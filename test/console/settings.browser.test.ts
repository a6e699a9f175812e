import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Page, Request } from 'playwright-core'
import { inBrowser } from '../kit/in-browser.ts'
import { type ConsoleSystem, startConsole } from './kit/system.ts'

/** Short, so that the token of a page is renewed while one looks. */
const TOKEN_SECONDS = 75

/** The tokens that a page gets from the issuer from now on. */
function collectTokens(page: Page): string[] {
  const tokens: string[] = []
  page.on('response', async (response) => {
    if (!response.url().endsWith('/token')) return
    const body = (await response.json().catch(() => ({}))) as Record<string, unknown>
    for (const name of ['access_token', 'id_token', 'refresh_token']) {
      if (typeof body[name] === 'string') tokens.push(body[name])
    }
  })
  return tokens
}

/** Everything in which a page could leave something for others, except its memory. */
async function readTraces(page: Page): Promise<string> {
  const inPage = await page.evaluate<string>(`(async () => JSON.stringify([
    { ...localStorage }, { ...sessionStorage }, document.cookie, location.href, document.referrer, window.name,
    history.state, performance.getEntries().map(({ name }) => name), await indexedDB.databases(),
    document.documentElement.outerHTML,
  ]))()`)
  return inPage + JSON.stringify(await page.context().storageState())
}

const isGraph = (request: Request) => request.url().endsWith('/api/v1/graph') && request.method() === 'POST'

inBrowser('settings', () => {
  let app: ConsoleSystem
  beforeAll(async () => {
    app = await startConsole({ connect: ['google-calendar'], accessTokenSeconds: TOKEN_SECONDS })
  }, 120_000)
  afterAll(() => app?.stop())

  test('say who is signed in, and what a connected account may do', async () => {
    const page = await app.open(undefined, { path: '/settings' })
    await page.getByRole('region', { name: 'Account', exact: true }).getByText('ada@meridian.example').waitFor()
    const accounts = page.getByRole('list', { name: 'Connected accounts' })
    await accounts.getByText('Read calendars').waitFor()
    await accounts.getByRole('link').first().click()
    await page.waitForURL(/\/connections\/[0-9a-f-]+$/)
    await page.context().close()
  })

  test('another time zone is sent with the next request, stays, and can be forgotten', async () => {
    const page = await app.open(undefined, { path: '/settings' })
    const zone = page.getByRole('combobox', { name: 'Time zone' })
    await zone.click()
    await zone.fill('gmt+13')
    const sent = page.waitForRequest(
      (request) => isGraph(request) && request.headers()['x-user-timezone'] === 'Pacific/Tongatapu',
    )
    await page.getByRole('option', { name: /^Pacific\/Tongatapu/ }).click()
    await sent
    await page.reload()
    await page.getByRole('combobox', { name: 'Time zone' }).and(page.locator('[value^="Pacific/Tongatapu"]')).waitFor()
    await page.getByRole('button', { name: 'Forget: Your time zone and format of dates' }).click()
    await page.getByText('Nothing. What you choose above').waitFor()
    await page.getByRole('combobox', { name: 'Time zone' }).and(page.locator(':not([value^="Pacific"])')).waitFor()
    await page.context().close()
  })

  test('the colours of the page can be chosen', async () => {
    const page = await app.open(undefined, { path: '/settings', colorScheme: 'light' })
    await page.getByText('Dark', { exact: true }).click()
    await page.locator('html[data-mantine-color-scheme="dark"]').waitFor()
    await page.reload()
    await page.locator('html[data-mantine-color-scheme="dark"]').waitFor()
    await page.context().close()
  })

  test('tokens are renewed on request, and are nowhere but in memory', async () => {
    const page = await app.open()
    const tokens = collectTokens(page)
    await page.goto(`${app.url}/settings`)
    const session = page.getByRole('region', { name: 'Session' })
    await session.getByRole('button', { name: 'Renew now' }).click()
    await page.getByText('The token is renewed').waitFor()
    const next = page.waitForRequest(isGraph)
    await page.getByRole('link', { name: 'Today' }).click()
    const { authorization } = (await next).headers()
    expect(tokens.length).toBeGreaterThanOrEqual(4)
    expect(tokens).toContain(authorization?.replace('Bearer ', ''))
    const traces = await readTraces(page)
    for (const token of tokens) expect(traces).not.toContain(token)
    // It would be seen.
    await page.evaluate(`sessionStorage.setItem('left', ${JSON.stringify(tokens.at(-1))})`)
    expect(await readTraces(page)).toContain(tokens.at(-1))
    await page.context().close()
  })

  test('the token is renewed by itself before it ends', async () => {
    const page = await app.open(undefined, { path: '/settings' })
    const tokens = collectTokens(page)
    // It is renewed a minute before its end, which is a quarter of a minute after sign-in.
    await page.waitForResponse((response) => response.url().endsWith('/token'), { timeout: 60_000 })
    const renewed = page.waitForRequest(isGraph)
    await page.getByRole('link', { name: 'Today' }).click()
    const { authorization = '' } = (await renewed).headers()
    expect(tokens.map((token) => `Bearer ${token}`)).toContain(authorization)
    await page.context().close()
  }, 90_000)

  test('the token for scripts is copied, works, and is not shown', async () => {
    const page = await app.open(undefined, { path: '/settings' })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy the token' }).click()
    await page.getByText(/^The token is copied\. It is valid for/).waitFor()
    const token = await page.evaluate<string>('navigator.clipboard.readText()')
    expect(await page.content()).not.toContain(token)
    const response = await fetch(`${app.url}/api/v1/graph`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ tenant { email } }' }),
    })
    expect(await response.json()).toMatchObject({ data: { tenant: { email: 'ada@meridian.example' } } })
    await page.context().close()
  })

  test('a clipboard that may not be used is told', async () => {
    const page = await app.open(undefined, { path: '/settings' })
    await page.evaluate('navigator.clipboard.writeText = () => Promise.reject(new Error("denied"))')
    await page.getByRole('button', { name: 'Copy the token' }).click()
    await page.getByRole('alert').getByText('Nothing was copied').waitFor()
    await page.context().close()
  })

  test('the session ends here and at the issuer', async () => {
    const page = await app.open(undefined, { path: '/settings' })
    await page.getByRole('region', { name: 'Session' }).getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor()
    await page.goto(`${app.url}/settings`)
    await page.getByRole('heading', { name: 'Who is signing in?' }).waitFor()
    await page.context().close()
  })
})
