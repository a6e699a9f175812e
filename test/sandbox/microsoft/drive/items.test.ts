import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { paragraphsOf, partsOf, textOf } from '../../../../sandbox/core/office/rich-text.ts'
import { readWord } from '../../../../sandbox/core/office/word-reader.ts'
import { ITEM_PATH, type MicrosoftSandbox, startMicrosoft } from '../../../../sandbox/microsoft/index.ts'
import { ADA, BILAL, type Caller, callAs, codeOf, itemPath, namesIn, OMAR, OWN, send } from './harness.ts'

let microsoft: MicrosoftSandbox
let ada: Caller

beforeEach(async () => {
  microsoft = await startMicrosoft()
  ada = callAs(microsoft, ADA)
})
afterEach(() => microsoft.stop())

const contract = () => microsoft.readItem(ADA, ITEM_PATH.contract)

describe('items', () => {
  test('are found by id and by path', async () => {
    const { body } = await ada.call(itemPath(contract()))
    expect(body).toMatchObject({
      '@microsoft.graph.downloadUrl': expect.stringContaining('tempauth='),
      id: contract().id,
      name: 'Framework contract.docx',
      size: contract().bytes.length,
      file: { mimeType: expect.stringContaining('wordprocessingml') },
      createdBy: { user: { email: ADA, displayName: 'Ada Moreau' } },
      parentReference: {
        driveType: 'business',
        driveId: contract().driveId,
        path: expect.stringMatching(/root:\/Templates$/),
      },
      webUrl: expect.stringMatching(/_layouts\/15\/Doc\.aspx\?sourcedoc=%7B[0-9A-F-]{36}%7D/),
    })
    for (const path of [
      '/me/drive/root:/Templates/Framework%20contract.docx',
      '/me/drive/root:/templates/framework%20contract.docx:',
    ]) {
      expect((await ada.call(path)).body.id).toBe(contract().id)
    }
    expect((await ada.call(`${itemPath(contract())}?$select=id,name`)).body).toEqual({
      '@odata.context': expect.any(String),
      id: contract().id,
      name: 'Framework contract.docx',
    })
  })

  test('have ids that are case-sensitive and belong to one drive', async () => {
    const { driveId, id } = contract()
    expect(codeOf(await ada.call(`/drives/${driveId}/items/${id.toLowerCase()}`))).toEqual([404, 'itemNotFound'])
    expect(codeOf(await ada.call(`/drives/${microsoft.driveOf(BILAL).id}/items/${id}`))).toEqual([404, 'itemNotFound'])
    expect(codeOf(await ada.call(`/drives/${driveId.toLowerCase()}/items/${id}`))).toEqual([404, 'itemNotFound'])
  })

  test('of other drives need a scope with .All and a permission', async () => {
    const forecast = itemPath(microsoft.readItem(BILAL, ITEM_PATH.forecast))
    expect((await ada.call(forecast)).status).toBe(200)
    expect(codeOf(await callAs(microsoft, ADA, OWN).call(forecast))).toEqual([403, 'accessDenied'])
    expect(codeOf(await ada.call(itemPath(microsoft.readItem(BILAL, ITEM_PATH.private))))).toEqual([
      403,
      'accessDenied',
    ])
    const playbook = microsoft.readItem(microsoft.library('Sales'), ITEM_PATH.playbook)
    expect((await ada.call(itemPath(playbook))).body.parentReference).toMatchObject({
      driveType: 'documentLibrary',
      siteId: expect.any(String),
    })
    expect(codeOf(await callAs(microsoft, ADA, ['Mail.Read']).call(itemPath(contract())))).toEqual([
      403,
      'accessDenied',
    ])
  })

  test('can be references, notebooks and folders', async () => {
    const { body } = await ada.call(`/me/drive/root:/${encodeURIComponent(ITEM_PATH.remote)}`)
    const { id, driveId } = microsoft.readItem(BILAL, ITEM_PATH.forecast)
    expect(body).toMatchObject({ remoteItem: { id, parentReference: { driveId }, file: {} } })
    expect(body.file).toBeUndefined()
    expect(body.id).not.toBe(id)
    expect((await ada.call('/me/drive/root:/Notebook')).body.package).toEqual({ type: 'oneNote' })
    for (const name of ['Notebook', 'Templates', ITEM_PATH.remote]) {
      expect(codeOf(await ada.call(`/me/drive/root:/${encodeURIComponent(name)}:/content`))).toEqual([
        400,
        'invalidRequest',
      ])
    }
  })

  test('are listed in pages', async () => {
    const first = await ada.call('/me/drive/root/children?$top=4')
    const second = await ada.call(first.body['@odata.nextLink'])
    expect([first.body.value.length, second.body.value.length > 0]).toEqual([4, true])
    expect(codeOf(await ada.call('/me/drive/root/children?$filter=size gt 5'))).toEqual([400, 'invalidRequest'])
  })

  test('of personal accounts tell no addresses', async () => {
    const omar = callAs(microsoft, OMAR, ['Files.Read'])
    const { body } = await omar.call(`/me/drive/root:/${encodeURIComponent(ITEM_PATH.freight)}`)
    expect([body.createdBy.user.email, body.id]).toEqual([
      undefined,
      expect.stringMatching(/^[0-9A-F]{16}!s[0-9a-f]{32}$/),
    ])
    expect(codeOf(await callAs(microsoft, OMAR, ['Sites.Read.All']).call('/me/drive'))).toEqual([403, 'accessDenied'])
  })
})

describe('content', () => {
  test('is a redirect to an address that takes no token and expires', async () => {
    const { status, headers } = await ada.call(`${itemPath(contract())}/content`)
    const location = headers.get('location') ?? ''
    expect([status, new URL(location).pathname]).toEqual([302, '/_layouts/15/download.aspx'])
    expect(codeOf(await ada.call(location))).toEqual([401, 'unauthenticated'])
    expect((await send(location)).bytes.equals(contract().bytes)).toBe(true)
    expect(codeOf(await send(location.replace('tempauth=', 'tempauth=x')))).toEqual([403, 'accessDenied'])
    microsoft.clock.advance(5 * 60_000)
    expect(codeOf(await send(location))).toEqual([403, 'accessDenied'])
    expect(microsoft.fileCalls({ method: 'download' }).map(({ token }) => token !== undefined)).toEqual([
      true,
      false,
      false,
      false,
    ])
  })

  test('may be on a host of the vendor’s', async () => {
    microsoft.settings.driveAddresses = 'vendor'
    const { headers } = await ada.call(`${itemPath(contract())}/content`)
    const location = new URL(headers.get('location') ?? '')
    expect(location.origin).toBe('https://meridian.sharepoint.com')
    expect((await send(microsoft.origin + location.pathname + location.search)).status).toBe(200)
  })

  test('is converted to PDF with headers, footers and footnotes', async () => {
    const { headers } = await ada.call(`${itemPath(contract())}/content?format=pdf`)
    const pdf = await send(headers.get('location') ?? '')
    expect(pdf.headers.get('content-type')).toBe('application/pdf')
    const text = pdf.bytes.toString('latin1')
    for (const name of ['Company', 'Contract number', 'Notice period', 'Service']) expect(text).toContain(`{{${name}}}`)
  })

  test.each([ITEM_PATH.archive, ITEM_PATH.broken, ITEM_PATH.terms])('of %s cannot be converted', async (path) => {
    expect(codeOf(await ada.call(`${itemPath(microsoft.readItem(ADA, path))}/content?format=pdf`))).toEqual([
      406,
      'notSupported',
    ])
  })

  test('of the contract template is a Word file whose placeholders are split over runs', () => {
    const text = readWord(contract().bytes)
    const all = partsOf(text).flatMap(paragraphsOf)
    expect(all.map(textOf).join('\n')).toContain('{{Company}}')
    const runs = all.flatMap(({ inlines }) => inlines.map((inline) => ('text' in inline ? inline.text : '')))
    expect(runs.some((run) => run.includes('{{Company}}'))).toBe(true)
    expect(runs).toContain('{Com')
    expect([text.headers.size, text.footers.size, text.footnotes.size]).toEqual([1, 1, 1])
  })
})

describe('changes', () => {
  const put = (path: string, bytes: Uint8Array = Buffer.from('x'), headers: Record<string, string> = {}) =>
    ada.call(path, { method: 'PUT', body: bytes, headers })

  test('replace, rename or fail when a name exists', async () => {
    const path = '/me/drive/root:/Contracts/Halden%20%231.txt:/content'
    expect((await put(path)).status).toBe(201)
    expect((await put(path)).status).toBe(200)
    expect((await put(`${path}?@microsoft.graph.conflictBehavior=rename`)).body.name).toBe('Halden #1 1.txt')
    expect(codeOf(await put(`${path}?@microsoft.graph.conflictBehavior=fail`))).toEqual([409, 'nameAlreadyExists'])
    expect(codeOf(await put(`${path}?@microsoft.graph.conflictBehavior=overwrite`))).toEqual([400, 'invalidRequest'])
    expect(namesIn(microsoft.driveOf(ADA), 'Contracts')).toEqual(['Halden #1 1.txt', 'Halden #1.txt'])
  })

  test('refuse names with forbidden characters', async () => {
    for (const name of ['a:b.docx', 'what?.docx', ' x.docx', 'x.', 'a|b', '~$x.docx', 'con']) {
      expect(codeOf(await put(`/me/drive/root:/Contracts/${encodeURIComponent(name)}:/content`))).toEqual([
        400,
        'invalidRequest',
      ])
    }
  })

  test('respect locks, versions, storage and sizes', async () => {
    const open = itemPath(microsoft.readItem(ADA, ITEM_PATH.locked))
    expect(codeOf(await put(`${open}/content`))).toEqual([423, 'resourceLocked'])
    expect(codeOf(await ada.call(open, { method: 'DELETE' }))).toEqual([423, 'resourceLocked'])
    const old = { 'if-match': '"{0},1"' }
    expect(codeOf(await put(`${itemPath(contract())}/content`, Buffer.of(1), old))).toEqual([412, 'resourceModified'])
    microsoft.settings.simpleUploadBytes = 1
    expect(codeOf(await put('/me/drive/root:/b.txt:/content', Buffer.from('xx')))).toEqual([413, 'maxFileSizeExceeded'])
    microsoft.driveOf(ADA).isFull = true
    expect(codeOf(await put('/me/drive/root:/b.txt:/content'))).toEqual([507, 'quotaLimitReached'])
    const library = microsoft.readItem(microsoft.library('Sales'), ITEM_PATH.playbook)
    expect(codeOf(await put(`${itemPath(library)}/content`))).toEqual([403, 'accessDenied'])
  })

  test('delete to the recycle bin, rename and create folders', async () => {
    const { id } = contract()
    expect((await ada.call(itemPath(contract()), { method: 'DELETE' })).status).toBe(204)
    expect(microsoft.driveOf(ADA).recycleBin.map((item) => item.id)).toEqual([id])
    const letter = itemPath(microsoft.readItem(ADA, ITEM_PATH.letter))
    expect((await ada.call(letter, { method: 'PATCH', body: { name: 'Welcome.docx' } })).body.name).toBe('Welcome.docx')
    const folder = { name: 'New', folder: {} }
    expect((await ada.call('/me/drive/root/children', { body: folder })).status).toBe(201)
    expect(codeOf(await ada.call('/me/drive/root/children', { body: folder }))).toEqual([409, 'nameAlreadyExists'])
  })
})

describe('errors', () => {
  test('spell the inner error in two ways, or have the code in it only', async () => {
    const path = '/me/drive/root:/Contracts:/content'
    const reply = () =>
      ada.call(`${path}?@microsoft.graph.conflictBehavior=fail`, { method: 'PUT', body: Buffer.of(1) })
    expect((await reply()).body.error.innerError.code).toBe('nameAlreadyExists')
    microsoft.settings.driveErrors = 'innererror'
    expect((await reply()).body.error).toMatchObject({
      code: 'nameAlreadyExists',
      innererror: { code: 'nameAlreadyExists' },
    })
    microsoft.settings.driveErrors = 'nested'
    expect((await reply()).body.error).toMatchObject({
      code: 'invalidRequest',
      innererror: { code: 'nameAlreadyExists' },
    })
  })

  test('throttle with Retry-After', async () => {
    microsoft.settings.driveRequestsPerMinute = 1
    await ada.call('/me/drive')
    const reply = await ada.call('/me/drive')
    expect([...codeOf(reply), reply.headers.get('retry-after')]).toEqual([429, 'activityLimitReached', '60'])
  })
})
