import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { inBrowser } from '../kit/in-browser.ts'
import { type ConsoleSystem, startConsole } from './kit/system.ts'

/** Popups, redirects and first syncs take their time on a busy machine (ms). */
jest.setTimeout(60_000)

interface Stored {
  _id: string
  application: string
  status: string
  email: string | null
}

inBrowser('connecting an account', () => {
  let app: ConsoleSystem
  let page: Page
  beforeAll(async () => {
    app = await startConsole()
  }, 180_000)
  afterAll(() => app?.stop())
  afterEach(() => page?.context().close())

  const findConnections = async (application: string) => {
    const { connections } = await app.ada.execute<{ connections: Stored[] }>(
      '{ connections { _id application status email } }',
    )
    return connections.filter((connection) => connection.application === application)
  }
  const statusesOf = async (application: string) => (await findConnections(application)).map(({ status }) => status)
  const openWelcome = async () => {
    page = await app.open(undefined, { path: '/welcome' })
  }
  /** Clicks the button that opens the window, and resolves to it. */
  const openWindow = async (name: string | RegExp, opener = page) => {
    const opened = opener.context().waitForEvent('page')
    await opener.getByRole('button', { name, exact: typeof name === 'string' }).click()
    return opened
  }
  const dialog = (name: string) => page.getByRole('dialog', { name })

  test('shows whose account it is, imports it when that is confirmed, and says what arrived', async () => {
    await openWelcome()
    const popup = await openWindow('Connect: Gmail')
    await dialog('Continue in the other window').waitFor()
    await popup.getByRole('button', { name: 'Allow' }).click()
    const confirmation = page.getByRole('dialog').getByRole('group', { name: 'Is this your Gmail account?' })
    await confirmation.getByText('ada@meridian.example').waitFor()
    expect(await statusesOf('gmail')).toEqual(['unconfirmed'])
    await confirmation.getByRole('button', { name: 'Yes, import it' }).click()
    const arrivals = page.getByRole('region', { name: 'What arrives from Gmail' })
    await arrivals.getByRole('heading', { name: 'What arrived from Gmail' }).waitFor()
    await arrivals.getByText(/^[1-9][\d,]* new messages/).waitFor()
    expect(await arrivals.getByRole('link', { name: 'Show mail' }).getAttribute('href')).toBe(
      '/search?kind=email&app=gmail',
    )
    expect(await page.getByRole('list', { name: 'Connected accounts of Gmail' }).textContent()).toContain(
      'ada@meridian',
    )
  })

  test('is noticed without a word of the window, when a vendor’s page has separated it', async () => {
    await openWelcome()
    await page.context().addInitScript('if (window.name !== "") window.opener = null')
    const popup = await openWindow('Connect: Google Meet')
    await popup.getByRole('button', { name: 'Allow' }).click()
    await page.getByRole('dialog').getByRole('group', { name: 'Is this your Google Meet account?' }).waitFor()
  })

  test('says what the vendor’s page said when it was denied, and tries again with the same connection', async () => {
    await openWelcome()
    const popup = await openWindow('Connect: Google Calendar')
    await popup.getByRole('button', { name: 'Cancel' }).click()
    await dialog('Connection failed').getByText('was cancelled on Google').waitFor()
    const again = await openWindow('Try again')
    expect(popup.isClosed()).toBe(true)
    await again.getByRole('button', { name: 'Allow' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'No, disconnect it' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await statusesOf('google-calendar')).toEqual(['disconnected'])
    await page.getByRole('list', { name: 'Connected accounts of Google Calendar' }).waitFor({ state: 'detached' })
  })

  test('offers the link for an administrator, who may have to approve', async () => {
    await openWelcome()
    const popup = await openWindow('Connect: Outlook Mail')
    await popup.getByRole('button', { name: 'Cancel' }).click()
    await dialog('Connection failed').getByRole('button', { name: 'Copy the link' }).waitFor()
    const link = await page.getByRole('link', { name: 'Open it yourself' }).getAttribute('href')
    expect(link).toMatch(/\/adminconsent\?/)
  })

  test('does not call a window closed that may be open, and cannot be finished after it was cancelled', async () => {
    await openWelcome()
    const popup = await openWindow('Connect: Microsoft Teams')
    await popup.getByRole('button', { name: 'Allow' }).waitFor()
    const address = popup.url()
    await popup.close()
    await dialog('Still connecting in the other window?').getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const late = await page.context().newPage()
    await late.goto(address)
    await late.getByRole('button', { name: 'Allow' }).click()
    await late.getByRole('heading', { name: 'Connection failed' }).waitFor()
    expect(await statusesOf('teams')).toEqual(['disconnected'])
  })

  test('goes on in a tab where the browser blocks windows', async () => {
    await openWelcome()
    await page.evaluate('window.open = () => null')
    await page.getByRole('button', { name: 'Connect: Google Docs', exact: true }).click()
    const opened = page.context().waitForEvent('page')
    await dialog('Your browser has blocked the window').getByRole('link', { name: 'Open in a tab' }).click()
    const tab = await opened
    await tab.getByRole('button', { name: 'Allow' }).click()
    await page.getByRole('dialog').getByRole('group', { name: 'Is this your Google Docs account?' }).waitFor()
  })

  test('with a key leads to the form for it', async () => {
    await openWelcome()
    await page.getByRole('button', { name: 'Other ways to connect Salesforce' }).click()
    const opened = page.context().waitForEvent('page')
    await page.getByRole('menuitem', { name: 'With a key' }).click()
    const popup = await opened
    await popup.locator('form').waitFor()
    const { formValues = {} } = app.system.sandbox.salesforce
    for (const name of ['consumerKey', 'username', 'privateKey']) {
      await popup.locator(`[name="${name}"]:not([type=file])`).fill(formValues[name] ?? '')
    }
    await popup.locator('form button').first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Yes, import it' }).click()
    await page
      .getByRole('region', { name: 'What arrives from Salesforce' })
      .getByRole('img', { name: 'Complete' })
      .first()
      .waitFor()
  })
})
