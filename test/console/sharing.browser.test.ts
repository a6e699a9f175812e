import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import type { BrowserContext, Page } from 'playwright-core'
import { inBrowser } from '../kit/in-browser.ts'
import { ADA, type ConsoleSystem, startConsole } from './kit/system.ts'

const BILAL = 'bilal@meridian.example'
/** Two windows and a dozen steps take longer than other tests (ms). */
const TIMEOUT_MS = 90_000

inBrowser('two people', () => {
  let app: ConsoleSystem
  beforeAll(async () => {
    app = await startConsole()
  }, 120_000)
  afterAll(() => app?.stop())
  afterEach(async () => {
    for (const context of app.browser.contexts()) await context.close()
  })

  /** A note of Ada's, shared with Bilal if a level is given. Returns its id. */
  async function addNote(title: string, level?: number): Promise<string> {
    const _id = randomUUID()
    const link = { email: BILAL, shared: true, sharingLevel: level, sharingApproach: 1 }
    await app.ada.execute('mutation ($input: UpsertNoteInput!) { upsertOneNote(input: $input) { _id } }', {
      input: { _id, title, document: documentOf('First line'), sharingTags: level === undefined ? [] : [link] },
    })
    return _id
  }

  async function readNote(_id: string): Promise<{ text: string; dateUpdated: number }> {
    const query = '($id: String!) { block(input: { _id: $id }) { text dateUpdated } }'
    const { block } = await app.ada.execute<{ block: { text: string; dateUpdated: number } }>(`query ${query}`, {
      id: _id,
    })
    return block
  }

  const openNote = (email: string, id: string) => app.open(email, { path: `/blocks/${id}` })

  test(
    'share a note, which appears at once and lets the other do what their level allows',
    async () => {
      const id = await addNote('Plan of the roof')
      const [ada, bilal] = await Promise.all([openNote(ADA, id), openNote(BILAL, id)])
      await missing(bilal).waitFor()
      await ada.getByRole('textbox', { name: 'Share with' }).fill(BILAL)
      await ada.getByRole('option', { name: /bilal/i }).first().click()
      await ada.getByRole('button', { name: 'Share', exact: true }).last().click()
      await title(bilal, 'Plan of the roof').waitFor()
      await bilal.getByText(/shared with you to view only/).waitFor()
      await bilal.getByText('shared with you by Ada').waitFor()
      expect(await bilal.getByLabel('Title').getAttribute('readonly')).not.toBeNull()

      await ada.getByRole('button', { name: /^Access of .*bilal.*: Can view/i }).click()
      await ada.getByRole('menuitemradio', { name: /^Can edit/ }).click()
      await bilal.getByText(/shared with you to view only/).waitFor({ state: 'detached' })
      await bilal.getByLabel('Title').fill('Plan of the new roof')
      await title(ada, 'Plan of the new roof').waitFor()
    },
    TIMEOUT_MS,
  )

  test(
    'talk about a note',
    async () => {
      const id = await addNote('Roof', 0)
      const [ada, bilal] = await Promise.all([openNote(ADA, id), openNote(BILAL, id)])
      await bilal.getByLabel('Write a comment').fill('Slate or tiles?')
      await bilal.getByRole('button', { name: 'Comment', exact: true }).click()
      const comment = ada.getByRole('listitem').filter({ hasText: 'Slate or tiles?' })
      await comment.getByRole('button', { name: 'Add a reaction' }).click()
      await ada.getByRole('button', { name: 'heart', exact: true }).click()
      await bilal.getByRole('button', { name: /^heart, 1\./ }).waitFor()

      await bilal.getByRole('button', { name: 'Actions of your comment' }).click()
      await bilal.getByRole('menuitem', { name: 'Edit' }).click()
      await bilal.getByLabel('Edit your comment').fill('Tiles.')
      await bilal.getByRole('button', { name: 'Save', exact: true }).click()
      await ada.getByText('Tiles.', { exact: true }).waitFor()
      await bilal.getByRole('button', { name: 'Actions of your comment' }).click()
      await bilal.getByRole('menuitem', { name: 'Remove' }).click()
      await ada.getByText(/^Nobody has commented yet/).waitFor()
    },
    TIMEOUT_MS,
  )

  test(
    'stop sharing a note, which is gone at once where it is open',
    async () => {
      const id = await addNote('Secret', 1)
      const [ada, bilal] = await Promise.all([openNote(ADA, id), openNote(BILAL, id)])
      await title(bilal, 'Secret').waitFor()
      await ada.getByRole('button', { name: /^Access of .*bilal.*: Can edit/i }).click()
      await ada.getByRole('menuitem', { name: 'Stop sharing' }).click()
      await ada.getByRole('dialog').getByRole('button', { name: 'Stop sharing' }).click()
      await missing(bilal).waitFor()
      expect(await bilal.getByText('First line').count()).toBe(0)
    },
    TIMEOUT_MS,
  )

  test(
    'may leave what was shared with them, and the last owner may not',
    async () => {
      const id = await addNote('Minutes', 0)
      const [ada, bilal] = await Promise.all([openNote(ADA, id), openNote(BILAL, id)])
      await bilal.getByRole('button', { name: /^Access of yourself/ }).click()
      await bilal.getByRole('menuitem', { name: /^Leave/ }).click()
      await bilal.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
      await bilal
        .getByText(/not shared with you|no longer shared/)
        .first()
        .waitFor()
      await ada.getByRole('button', { name: /^Access of .*bilal/i }).waitFor({ state: 'detached' })

      await ada.getByRole('button', { name: /^Access of yourself/ }).click()
      await ada.getByRole('menuitem', { name: /^Leave/ }).click()
      await ada.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
      await ada.getByRole('alert').filter({ hasText: 'must keep at least one owner' }).waitFor()
    },
    TIMEOUT_MS,
  )

  test(
    'see what depends on a note before it is archived, and undo it',
    async () => {
      const id = await addNote('Offer')
      await app.ada.execute('mutation ($input: UpsertAgentInput!) { upsertOneAgent(input: $input) { _id } }', {
        input: { title: 'Watcher of offers', watching: [{ id }] },
      })
      const ada = await openNote(ADA, id)
      await ada.getByRole('button', { name: 'More actions' }).click()
      await ada.getByRole('menuitem', { name: 'Archive this note' }).click()
      const dialog = ada.getByRole('dialog')
      await dialog.getByText('Watcher of offers').waitFor()
      await dialog.getByText('Medium impact').waitFor()
      await dialog.getByRole('button', { name: 'Archive anyway' }).click()
      await ada.getByText('This note is archived').waitFor()
      await ada.getByRole('button', { name: 'Undo' }).click()
      await ada.getByText('This note is archived').waitFor({ state: 'detached' })
    },
    TIMEOUT_MS,
  )

  test(
    'lose nothing of what they write while the network is gone',
    async () => {
      const id = await addNote('Offline', 0)
      const [ada, bilal] = await Promise.all([openNote(ADA, id), openNote(BILAL, id)])
      await bilal.getByText('First line').waitFor()
      await noteText(ada).click()
      await ada.context().setOffline(true)
      await ada.keyboard.press('Control+End')
      await ada.keyboard.type(' and written on the train')
      await ada.getByText(/the platform cannot be reached/).waitFor()
      await ada.context().setOffline(false)
      await ada.getByText('Saved', { exact: true }).waitFor()
      expect((await readNote(id)).text).toBe('First line and written on the train')
      await bilal.getByText('First line and written on the train').waitFor()
    },
    TIMEOUT_MS,
  )

  test(
    'decide what a note says when both have changed it',
    async () => {
      const id = await addNote('Both', 1)
      const [ada, bilal] = await Promise.all([openNote(ADA, id), openNote(BILAL, id)])
      await noteText(ada).click()
      await ada.context().setOffline(true)
      await ada.keyboard.press('Control+End')
      await ada.keyboard.type(', of Ada')
      await ada.getByText(/the platform cannot be reached/).waitFor()
      await noteText(bilal).click()
      await bilal.keyboard.press('Control+End')
      await bilal.keyboard.type(', of Bilal')
      await bilal.getByText('Saved', { exact: true }).waitFor()
      await ada.context().setOffline(false)
      await ada.getByText('Somebody else changed this note while you were writing').waitFor()
      await ada.getByRole('button', { name: 'Keep both' }).click()
      await ada.getByText('Saved', { exact: true }).waitFor()
      expect((await readNote(id)).text).toBe('First line, of Ada\nFirst line, of Bilal')
      await bilal.getByText('First line, of Ada').waitFor()
    },
    TIMEOUT_MS,
  )

  test(
    'go on writing after their session has ended',
    async () => {
      const id = await addNote('Session')
      const ada = await openNote(ADA, id)
      await noteText(ada).click()
      const context = ada.context()
      await endSession(context)
      await ada.keyboard.press('Control+End')
      await ada.keyboard.type(', and more')
      const dialog = ada.getByRole('dialog', { name: 'Your session has ended' })
      await dialog.waitFor()
      await context.unrouteAll()
      await dialog.getByRole('button', { name: 'Sign in again' }).click()
      await dialog.waitFor({ state: 'detached' })
      await ada.getByText('Saved', { exact: true }).waitFor()
      expect((await readNote(id)).text).toBe('First line, and more')
    },
    TIMEOUT_MS,
  )

  test(
    'are not written for when somebody else signs in after their session has ended',
    async () => {
      const id = await addNote('Left behind', 1)
      const ada = await openNote(ADA, id)
      await noteText(ada).click()
      const context = ada.context()
      await endSession(context)
      await ada.keyboard.press('Control+End')
      await ada.keyboard.type(', and more')
      const dialog = ada.getByRole('dialog', { name: 'Your session has ended' })
      await dialog.waitFor()
      await context.unrouteAll()
      // Ada is signed out at the issuer, where Bilal signs in.
      await context.clearCookies()
      const isForAda = ({ searchParams }: URL) => searchParams.get('login_hint') === ADA
      await context.route(isForAda, (route) => {
        const url = new URL(route.request().url())
        url.searchParams.set('login_hint', BILAL)
        return route.continue({ url: url.href })
      })
      await dialog.getByRole('button', { name: 'Sign in again' }).click()
      await dialog.waitFor({ state: 'detached' })
      await noteText(ada).getByText('First line', { exact: true }).waitFor()
      // Longer than it takes to save a note that was left.
      await ada.waitForTimeout(2_000)
      expect((await readNote(id)).text).toBe('First line')
    },
    TIMEOUT_MS,
  )

  test(
    'create a task about somebody from their page, assigned to another',
    async () => {
      const ada = await openNote(ADA, await addNote('Linked', 0))
      await ada.getByRole('link', { name: /bilal/i }).first().click()
      await ada.getByRole('button', { name: /^New task/ }).click()
      const dialog = ada.getByRole('dialog')
      await dialog.getByLabel('Title').fill('Send the offer')
      await dialog.getByRole('textbox', { name: 'Assign to' }).fill(BILAL)
      await ada.getByRole('option', { name: /bilal/i }).first().click()
      await dialog.getByRole('button', { name: 'Create task' }).click()
      await title(ada, 'Send the offer').waitFor()
      const bilal = await app.open(BILAL, { path: new URL(ada.url()).pathname })
      await bilal.getByText('Done', { exact: true }).click()
      await ada.getByRole('radio', { name: 'Done', checked: true }).waitFor({ state: 'attached' })
      await ada.getByText(/set the status to “done”/).waitFor()
    },
    TIMEOUT_MS,
  )
})

/** Makes the issuer refuse to renew tokens, and the platform reject them, until `unrouteAll`. */
async function endSession(context: BrowserContext): Promise<void> {
  const isSilent = ({ searchParams }: URL) => searchParams.get('prompt') === 'none'
  await context.route(isSilent, (route) => {
    const { searchParams } = new URL(route.request().url())
    const response = new URLSearchParams({ error: 'login_required', state: searchParams.get('state') ?? '' })
    return route.fulfill({ status: 302, headers: { location: `${searchParams.get('redirect_uri')}?${response}` } })
  })
  await context.route('**/api/v1/graph', (route) => route.fulfill({ status: 401, json: EXPIRED }))
}

/** What the platform responds to an expired token. */
const EXPIRED = { errors: [{ message: 'Expired.', extensions: { code: 'UNAUTHENTICATED_TOKEN_EXPIRED' } }] }

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const missing = (page: Page) => page.getByText(/not shared with you|no longer shared/).first()
const noteText = (page: Page) => page.getByRole('textbox', { name: 'Text of the note' })

function documentOf(text: string): string {
  return JSON.stringify({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] })
}
