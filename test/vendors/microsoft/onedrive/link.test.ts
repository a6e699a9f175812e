import { describe, expect, test } from '@jest/globals'
import nock from 'nock'
import { impatient } from '../../../kit/call.ts'
import { cutNetwork } from '../../../kit/network.ts'
import { aWordFile, paragraph } from '../../../src/kit/documents/word-files.ts'
import { aCredential, problemOf } from '../builders.ts'
import { replay } from '../recordings.ts'
import {
  anItem,
  CONTENT_HOST,
  CONTENT_PATH,
  contentHost,
  graphOf,
  LINK,
  onedriveCall,
  resolve,
  SHARE,
  serveContent,
  TOKEN,
} from './builders.ts'

cutNetwork()

const CONTENT = `${SHARE}/content`
const heading = '<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>Offer</w:t></w:r></w:p>'

describe('a link becomes', () => {
  test('a Word document with its text, which is read through the link as well', async () => {
    replay('onedrive/a-shared-word-document')
    serveContent(CONTENT, aWordFile({ body: heading + paragraph('For Fabrikam & Co') }))
    const document = await resolve()
    expect(document).toEqual({
      blockType: 'document',
      provider: 'provider-hub',
      application: 'onedrive',
      externalId: 'b!nkWkUdNK2EqI-drive/01MOWKYVJML57KN2ANMBA3JZJS2MBGC7KM',
      url: expect.stringContaining('https://contoso.sharepoint.com/:w:/r/sites/Sales/_layouts/15/Doc.aspx?sourcedoc='),
      title: 'Offer for Fabrikam.docx',
      metadataType: 'document',
      iconUrl: 'https://hub.example.com/icons/onedrive.svg',
      organizedBy: { email: 'ann@contoso.com', friendlyName: 'Ann Example' },
      dateUpdated: Date.parse('2026-10-30T08:15:00Z'),
      text: 'Offer\n\nFor Fabrikam & Co',
      documentHtml: '<h1>Offer</h1><p>For Fabrikam &amp; Co</p>',
    })
    expect(JSON.stringify(document)).not.toContain('tempauth')
    expect(nock.pendingMocks()).toEqual([])
  })

  test('a spreadsheet, whose owner is the one who shares it', async () => {
    replay('onedrive/a-spreadsheet')
    const link = 'https://contoso.sharepoint.com/:x:/r/sites/Sales/Shared%20Documents/Prices.xlsx?d=w1&csf=1&web=1'
    const document = await resolve(link)
    expect(document).toMatchObject({ metadataType: 'spreadsheet', organizedBy: { email: 'bob@contoso.com' } })
    expect(document).not.toHaveProperty('text')
  })

  test('a folder', async () => {
    replay('onedrive/a-folder')
    const document = await resolve('https://contoso.sharepoint.com/:f:/g/EabcDEF123')
    expect(document).toMatchObject({ title: 'Offers', metadataType: 'folder' })
    expect(document).not.toHaveProperty('organizedBy')
  })

  test('a notebook, which is a package', async () => {
    replay('onedrive/a-notebook')
    const link = 'https://contoso-my.sharepoint.com/:o:/r/personal/ann_contoso_com/Documents/Notes?web=1'
    expect(await resolve(link)).toMatchObject({ title: 'Notes', metadataType: 'file' })
  })

  test('a file of a personal account, without a person whose address is unknown', async () => {
    replay('onedrive/a-pdf-of-a-personal-account')
    const document = await resolve('https://1drv.ms/b/c/0f097864e0cfea42/EYpBg')
    expect(document).toMatchObject({ metadataType: 'pdf', externalId: '0f097864e0cfea42/F097864E0CFEA42!s12ab' })
    expect(document).not.toHaveProperty('organizedBy')
  })

  test('the item in the other drive for which an item stands', async () => {
    replay('onedrive/an-item-of-another-drive')
    const link = 'https://contoso-my.sharepoint.com/personal/ann_contoso_com/Documents/Plans.pptx'
    expect(await resolve(link)).toMatchObject({
      externalId: 'b!other-drive/01REMOTE',
      title: 'Plans 2027.pptx',
      metadataType: 'presentation',
    })
  })
})

describe('a link is no document', () => {
  test.each(['sharing-link-gone', 'item-not-found', 'drive-not-found', 'link-that-is-none', 'code-inside', 'malware'])(
    'if Microsoft refuses it: %s',
    async (name) => {
      replay(`onedrive/refusals/${name}`)
      expect(await problemOf(resolve())).toMatchObject({
        status: 404,
        problem: 'not-found',
        message: expect.stringContaining('Ask its owner for access.'),
      })
    },
  )

  test('if it leads into the recycle bin', async () => {
    replay('onedrive/a-deleted-file')
    expect(await problemOf(resolve())).toMatchObject({ status: 404, problem: 'not-found' })
  })

  test('if the connection reads only files of its own account, which the problem says', async () => {
    replay('onedrive/refusals/sharing-link-gone')
    const credential = aCredential({ profile: { scopes: ['Files.ReadWrite'] } })
    expect(await problemOf(resolve(LINK, onedriveCall(), credential))).toMatchObject({
      status: 404,
      message: expect.stringContaining('connect again and allow it'),
    })
  })
})

describe('an error that is not about the link is passed on', () => {
  test.each([
    ['files-token-expired', 401, 'credentials-expired'],
    ['files-activity-limit', 429, 'rate-limited'],
    ['files-bandwidth', 429, 'rate-limited'],
    ['files-unavailable', 503, 'vendor-error'],
    ['file-locked', 423, 'locked'],
    ['file-modified', 423, 'locked'],
    ['storage-full', 507, 'storage-full'],
  ])('%s → %i %s', async (name, status, problem) => {
    replay(`onedrive/refusals/${name}`)
    expect(await problemOf(resolve(LINK, onedriveCall({ budget: impatient() })))).toMatchObject({ status, problem })
  })
})

describe('a Word document has no text', () => {
  const serveItem = (members: object = {}) => graphOf(TOKEN).get(SHARE).reply(200, anItem(members))

  test('if it is no Word document after all', async () => {
    serveItem()
    serveContent(CONTENT, new TextEncoder().encode('<html>sign in</html>'))
    expect(await resolve()).not.toHaveProperty('text')
  })

  test('if it is too large, which is known before it is downloaded', async () => {
    serveItem({ size: 26 * 1024 * 1024 })
    expect(await resolve()).not.toHaveProperty('text')
  })

  test('if it is larger than Microsoft says', async () => {
    serveItem({ size: 5 })
    serveContent(CONTENT, new Uint8Array(26 * 1024 * 1024))
    expect(await resolve()).not.toHaveProperty('text')
  })

  test.each([
    [403, { error: { code: 'accessDenied' } }],
    [404, { error: { code: 'itemNotFound' } }],
    [423, { error: { code: 'resourceLocked' } }],
    [406, { error: { code: 'notSupported' } }],
  ])('if its content is refused: %i', async (status, body) => {
    serveItem()
    graphOf(TOKEN).get(CONTENT).reply(status, body)
    expect(await resolve()).toMatchObject({ title: 'Offer.docx' })
  })

  test('if the address of its content has expired, which says nothing about the connection', async () => {
    serveItem()
    graphOf(TOKEN)
      .get(CONTENT)
      .reply(302, '', { Location: `${CONTENT_HOST}${CONTENT_PATH}` })
    contentHost().get(CONTENT_PATH).reply(401, '')
    expect(await resolve()).toMatchObject({ title: 'Offer.docx' })
  })

  test('but an expired connection is an error', async () => {
    serveItem()
    graphOf(TOKEN).get(CONTENT).reply(401, '')
    expect(await problemOf(resolve())).toMatchObject({ status: 401 })
  })
})
