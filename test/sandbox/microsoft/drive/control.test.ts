import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import Docxtemplater from 'docxtemplater'
import mammoth from 'mammoth'
import PizZip from 'pizzip'
import { ITEM_PATH, type MicrosoftSandbox, startMicrosoft } from '../../../../sandbox/microsoft/index.ts'
import { ADA, BILAL, callAs, codeOf, IF_NECESSARY, send, shareToken } from './harness.ts'

let microsoft: MicrosoftSandbox

beforeAll(async () => {
  microsoft = await startMicrosoft()
})
afterAll(() => microsoft.stop())

const control = (path: string, body?: unknown, method?: string) =>
  send(`${microsoft.origin}/_sandbox/${path}`, {}, { body, ...(method === undefined ? {} : { method }) })

describe('control over HTTP', () => {
  test('adds, locks and lists items', async () => {
    const item = { path: 'New/Plan.txt', base64: Buffer.from('hello').toString('base64') }
    const { body, status } = await control('items', { account: ADA, item })
    expect([status, body.path, body.kind]).toEqual([201, 'New/Plan.txt', 'file'])
    expect((await control('items', { account: ADA, path: 'New/Plan.txt', locked: true }, 'PATCH')).body.locked).toBe(
      true,
    )
    const ada = callAs(microsoft, ADA)
    expect(codeOf(await ada.call(`/me/drive/items/${body.id}`, { method: 'DELETE' }))).toEqual([423, 'resourceLocked'])
    await control('items', { account: ADA, path: 'New/Plan.txt', locked: false }, 'PATCH')
    await ada.call(`/me/drive/items/${body.id}`, { method: 'DELETE' })
    expect((await control(`recycle-bin?account=${ADA}`)).body).toEqual([{ id: body.id, name: 'Plan.txt' }])
    expect((await control('items?library=Sales')).body.map(({ path }: { path: string }) => path)).toContain(
      ITEM_PATH.playbook,
    )
    expect((await control('items?account=nobody@meridian.example')).status).toBe(400)
  })

  test('shares items, revokes links, fills drives and tells the calls', async () => {
    const link = (await control('links', { account: BILAL, path: ITEM_PATH.private, scope: 'organization' })).body
    const ada = callAs(microsoft, ADA)
    const resolve = () => ada.call(`/shares/${shareToken(link.url)}/driveItem`, IF_NECESSARY)
    expect((await resolve()).status).toBe(200)
    await control(`links/${link.id}`, undefined, 'DELETE')
    expect(codeOf(await resolve())).toEqual([403, 'accessDenied'])
    const item = `${link.driveId}/${link.itemId}`
    const { body } = await control(`items/calls?item=${encodeURIComponent(item)}`)
    expect(body).toMatchObject([
      { method: 'shares.get', account: ADA, status: 200, prefer: IF_NECESSARY.headers.prefer },
    ])
    expect((await control('drives', { account: ADA, full: true }, 'PATCH')).body.full).toBe(true)
    const put = await ada.call('/me/drive/root:/x.txt:/content', { method: 'PUT', body: Buffer.of(1) })
    expect(codeOf(put)).toEqual([507, 'quotaLimitReached'])
    await control('drives', { account: ADA, full: false }, 'PATCH')
  })

  test('records no secret of the addresses', async () => {
    const { id, driveId } = microsoft.readItem(ADA, ITEM_PATH.letter)
    const reply = await callAs(microsoft, ADA).call(`/drives/${driveId}/items/${id}/content`)
    const location = reply.headers.get('location') ?? ''
    await send(location)
    const [entry] = microsoft.ledger.entries({ path: '/_layouts/15/download.aspx' })
    expect(entry?.query.tempauth).toBe('[redacted]')
  })
})

describe('Word files', () => {
  test('of the contract are filled by a library, in all parts and across runs', async () => {
    const { bytes } = microsoft.readItem(ADA, ITEM_PATH.contract)
    const word = new Docxtemplater(new PizZip(bytes), { delimiters: { start: '{{', end: '}}' } })
    word.render({ Company: 'Halden Trelast AS', 'Notice period': '6', 'Contract number': 'C-1001', Term: '24' })
    const filled = word.toBuffer()
    const { value } = await mammoth.convertToHtml({ buffer: filled })
    expect(value).toContain('between Meridian Works and Halden Trelast AS')
    expect(value).toContain('Notice period: 6 weeks.')
    const parts = new PizZip(filled).file(/header|footer/).map((part) => part.asText().replace(/<[^>]+>/g, ''))
    expect(parts.join('\n')).toMatch(/Contract C-1001[\s\S]*Halden Trelast AS · confidential/)
  })
})
