import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { inBrowser } from '../kit/in-browser.ts'
import { type ConsoleSystem, startConsole } from './kit/system.ts'

/** Popups, redirects and first syncs take their time on a busy machine (ms). */
jest.setTimeout(60_000)

inBrowser('a connection', () => {
  let app: ConsoleSystem
  let page: Page
  let other: Page
  let id: string
  beforeAll(async () => {
    app = await startConsole({ connect: ['gmail', 'google-calendar'] })
    const { connections } = await app.ada.execute<{ connections: { _id: string }[] }>(
      '{ connections(input: { application: "gmail" }) { _id } }',
    )
    id = connections[0]?._id ?? ''
  }, 180_000)
  afterAll(() => app?.stop())
  afterEach(async () => {
    await page?.context().close()
    await other?.context().close()
  })

  const openBoth = async (query = '') => {
    page = await app.open(undefined, { path: `/connections/${id}${query}` })
    other = await app.open(undefined, { path: '/connections' })
  }
  const syncOfMail = () => page.getByRole('region', { name: 'Sync of Mail' })
  const rowInList = () => other.getByRole('list', { name: 'Connections' }).getByRole('link', { name: /^Gmail/ })

  test('is run at a click, says what the run did, and lists it', async () => {
    await openBoth('?runs=all')
    await syncOfMail().getByRole('button', { name: 'Run now: Mail' }).click()
    await syncOfMail()
      .getByText(/^Your run succeeded/)
      .waitFor()
    await page.getByRole('list', { name: 'Runs' }).getByText('You started it').waitFor()
  })

  test('is paused and resumed, in every window', async () => {
    await openBoth()
    await syncOfMail().getByRole('button', { name: 'Pause: Mail' }).click()
    await syncOfMail().getByText('Paused by you').first().waitFor()
    await rowInList().getByText('Paused by you').waitFor()
    await syncOfMail().getByRole('button', { name: 'Resume: Mail' }).click()
    await syncOfMail()
      .getByText(/^Next run|^Running now/)
      .waitFor()
    await rowInList().getByText('Up to date').waitFor()
  })

  test('that has failed says why and what to do, first in the list', async () => {
    await openBoth()
    app.system.sandbox.google.oauth.grants.revoke(() => true)
    app.system.sandbox.clock.advance(2 * 3_600_000)
    await syncOfMail().getByRole('button', { name: 'Run now: Mail' }).click()
    const notice = page.getByRole('group', { name: 'Connect ada@meridian.example again' })
    await notice.waitFor()
    await rowInList().getByText('Connect again').waitFor()
    const opened = page.context().waitForEvent('page')
    await notice.getByRole('button', { name: 'Connect again' }).click()
    const popup = await opened
    await popup.getByRole('button', { name: 'Allow' }).click()
    await page.getByRole('dialog', { name: 'Gmail is connected' }).getByRole('button', { name: 'Done' }).click()
    await notice.waitFor({ state: 'detached' })
    await rowInList().getByText('Up to date').waitFor()
  })

  test('offers to connect again when a link asks for it', async () => {
    await openBoth('?reconnect=1')
    const notice = page.getByRole('group', { name: 'Connect ada@meridian.example again' })
    expect(await notice.getByRole('button', { name: 'Connect again' }).isEnabled()).toBe(true)
  })

  test('says what disconnecting stops and leaves, and is gone in every window', async () => {
    await openBoth()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Disconnect' }).click()
    const dialog = page.getByRole('dialog', { name: 'Disconnect ada@meridian.example of Gmail?' })
    await dialog.getByText('Nothing is imported any more: mail.').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await rowInList().waitFor()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Disconnect' }).click()
    await dialog.getByRole('button', { name: 'Disconnect' }).click()
    await page.getByRole('group', { name: 'This account is disconnected' }).waitFor()
    await rowInList().waitFor({ state: 'detached' })
    await other.getByText('Disconnected 1').click()
    await rowInList().waitFor()
  })
})
