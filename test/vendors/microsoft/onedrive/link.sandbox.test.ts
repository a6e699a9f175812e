import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { type MicrosoftSandbox, SCOPE } from '../../../../sandbox/microsoft/index.ts'
import { onedrive } from '../../../../vendors/microsoft/onedrive/index.ts'
import { problemOf } from '../builders.ts'
import { ADA, callOf, startSandbox } from '../sandbox.ts'
import { BILAL, connectionOf, ITEM_PATH, OMAR, resolve } from './sandbox.ts'

let microsoft: MicrosoftSandbox
beforeAll(async () => {
  microsoft = await startSandbox()
})
afterAll(() => microsoft.stop())
beforeEach(() => {
  Object.assign(microsoft.settings, { driveAddresses: 'sandbox', driveErrors: 'innerError', directLinks: 'resolved' })
})

const webUrlOf = (account: string, path: string) => microsoft.readItem(account, path).webUrl
/** A new link for the organization to an item of Bilal's. */
const shareOf = (path: string, account = BILAL) =>
  microsoft.shareItem(microsoft.readItem(account, path), { scope: account === OMAR ? 'anonymous' : 'organization' }).url

describe('a link becomes', () => {
  test.each(['sandbox', 'vendor'] as const)('a document with its text, downloaded from: %s', async (driveAddresses) => {
    microsoft.settings.driveAddresses = driveAddresses
    const document = await resolve(microsoft, webUrlOf(ADA, ITEM_PATH.notes))
    expect(document).toMatchObject({
      title: 'Halden.docx',
      metadataType: 'document',
      organizedBy: { email: ADA },
      text: expect.stringContaining('Two years at 17,200 EUR a year.'),
      documentHtml: expect.stringContaining('<h1>Halden: renewal talk</h1>'),
    })
    expect(await resolve(microsoft, document.url)).toEqual(document)
    expect(JSON.stringify(document)).not.toContain('tempauth')
  })

  test('a document that a colleague shares, which the account cannot see afterwards either', async () => {
    const link = shareOf(ITEM_PATH.plan)
    const permissions = () => microsoft.readItem(BILAL, ITEM_PATH.plan).permissions.length
    const before = permissions()
    expect(await resolve(microsoft, link)).toMatchObject({ text: expect.stringContaining('gate 14 first') })
    expect(permissions()).toBe(before)
    expect(await problemOf(resolve(microsoft, webUrlOf(BILAL, ITEM_PATH.plan)))).toMatchObject({ status: 404 })
  })

  test('the workbook in another drive for which an item stands', async () => {
    const item = microsoft.readItem(BILAL, ITEM_PATH.forecast)
    expect(await resolve(microsoft, webUrlOf(ADA, ITEM_PATH.remote))).toMatchObject({
      externalId: `${item.driveId}/${item.id}`,
      metadataType: 'spreadsheet',
    })
  })

  test('a document in the library of a site', async () => {
    const { webUrl } = microsoft.readItem(microsoft.library('Sales'), ITEM_PATH.playbook)
    expect(await resolve(microsoft, webUrl)).toMatchObject({ text: expect.stringContaining('Sales playbook') })
  })

  test('a document of a personal account that is shared with everybody', async () => {
    expect(await resolve(microsoft, shareOf(ITEM_PATH.freight, OMAR))).toMatchObject({
      text: 'Gate 14: 18.40 USD a pallet.',
    })
  })

  test.each([
    [ITEM_PATH.notebook, 'file'],
    [ITEM_PATH.archive, 'file'],
    [ITEM_PATH.terms, 'pdf'],
    [ITEM_PATH.broken, 'document'],
    ['Contracts', 'folder'],
  ])('an object without text: %s', async (path, metadataType) => {
    const document = await resolve(microsoft, webUrlOf(ADA, path))
    expect(document).toMatchObject({ metadataType })
    expect(document).not.toHaveProperty('text')
  })
})

describe('a link is no document', () => {
  test.each(['innerError', 'innererror', 'nested'] as const)(
    'if it leads to what nobody has shared, whatever the form of the error: %s',
    async (driveErrors) => {
      microsoft.settings.driveErrors = driveErrors
      for (const link of [webUrlOf(BILAL, ITEM_PATH.private), 'https://meridian.sharepoint.com/:w:/s/Sales/Enothing']) {
        expect(await problemOf(resolve(microsoft, link))).toMatchObject({ status: 404, problem: 'not-found' })
      }
    },
  )

  test('if it was revoked', async () => {
    const item = microsoft.readItem(BILAL, ITEM_PATH.private)
    const link = microsoft.shareItem(item, { scope: 'organization' })
    expect(await resolve(microsoft, link.url)).toMatchObject({ title: 'Private.docx' })
    link.revoked = true
    expect(await problemOf(resolve(microsoft, link.url))).toMatchObject({ status: 404 })
  })

  test('if the connection has no access to what others share, which the problem says', async () => {
    const connection = connectionOf(microsoft, ADA, [SCOPE.filesWrite])
    expect(await resolve(microsoft, webUrlOf(ADA, ITEM_PATH.notes), connection)).toMatchObject({ title: 'Halden.docx' })
    expect(await problemOf(resolve(microsoft, shareOf(ITEM_PATH.plan), connection))).toMatchObject({
      status: 404,
      message: expect.stringContaining('connect again'),
    })
  })

  test('if Microsoft resolves no direct addresses', async () => {
    microsoft.settings.directLinks = 'refused'
    expect(await problemOf(resolve(microsoft, webUrlOf(ADA, ITEM_PATH.notes)))).toMatchObject({ status: 404 })
  })
})

test('content is requested without the access token, and links are redeemed for one request only', async () => {
  const connection = connectionOf(microsoft)
  const before = microsoft.fileCalls().length
  await resolve(microsoft, shareOf(ITEM_PATH.plan), connection)
  const calls = microsoft.fileCalls().slice(before)
  expect(calls.map(({ token, prefer, status }) => [Boolean(token), prefer, status])).toEqual([
    [true, 'redeemSharingLinkIfNecessary', 200],
    [true, 'redeemSharingLinkIfNecessary', 302],
    [false, undefined, 200],
  ])
})

test('a connection is checked by its OneDrive', async () => {
  const check = async (scopes: readonly string[]) => {
    const { credential } = connectionOf(microsoft, ADA, ['User.Read', ...scopes])
    return onedrive.auth?.check?.({ application: 'onedrive', credential }, callOf(microsoft, 'onedrive'))
  }
  expect(await check([SCOPE.filesWrite])).toMatchObject({ status: 'ok' })
  expect(await check([SCOPE.mail])).toMatchObject({ status: 'scope_required' })
})
