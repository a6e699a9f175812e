import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { ITEM_PATH, type MicrosoftSandbox, startMicrosoft } from '../../../../sandbox/microsoft/index.ts'
import { ADA, BILAL, type Caller, callAs, codeOf, itemPath, namesIn, OMAR, send } from './harness.ts'

const RANGE = 327_680

let microsoft: MicrosoftSandbox
let ada: Caller

beforeEach(async () => {
  microsoft = await startMicrosoft()
  ada = callAs(microsoft, ADA)
})
afterEach(() => microsoft.stop())

async function start(behavior?: string, name = 'Big.docx') {
  const folder = itemPath(microsoft.readItem(ADA, 'Contracts'))
  const item = behavior === undefined ? {} : { '@microsoft.graph.conflictBehavior': behavior }
  return (await ada.call(`${folder}:/${name}:/createUploadSession`, { body: { item } })).body
}

const put = (url: string, body: Uint8Array, range: string, headers: Record<string, string> = {}) =>
  send(url, {}, { method: 'PUT', body, headers: { 'content-range': `bytes ${range}`, ...headers } })

describe('an upload session', () => {
  test('receives ranges in order without a token', async () => {
    const { uploadUrl, nextExpectedRanges, expirationDateTime } = await start()
    expect([nextExpectedRanges, expirationDateTime]).toEqual([['0-'], '2026-03-16T09:15:00.000Z'])
    const first = await put(uploadUrl, Buffer.alloc(RANGE, 'a'), `0-${RANGE - 1}/${RANGE + 5}`)
    expect([first.status, first.body.nextExpectedRanges]).toEqual([202, [`${RANGE}-`]])
    expect((await send(uploadUrl)).body.nextExpectedRanges).toEqual([`${RANGE}-`])
    const last = await put(uploadUrl, Buffer.alloc(5, 'b'), `${RANGE}-${RANGE + 4}/${RANGE + 5}`)
    expect([last.status, last.body.size]).toEqual([201, RANGE + 5])
    expect(
      microsoft
        .readItem(ADA, 'Contracts/Big.docx')
        .bytes.subarray(RANGE - 1)
        .toString(),
    ).toBe('abbbbb')
    expect(codeOf(await put(uploadUrl, Buffer.of(1), '0-0/1'))).toEqual([404, 'itemNotFound'])
  })

  test.each([
    ['a token', Buffer.alloc(5), '0-4/5', { authorization: 'Bearer x' }, 401, 'unauthenticated'],
    ['a range of another length', Buffer.alloc(5), '0-5/6', {}, 400, 'invalidRequest'],
    ['a range beyond the end', Buffer.alloc(5), '0-4/4', {}, 400, 'invalidRequest'],
    ['no range', Buffer.alloc(5), 'x', {}, 400, 'invalidRequest'],
    [
      'a part that is no multiple of 320 KiB',
      Buffer.alloc(RANGE + 1),
      `0-${RANGE}/${RANGE * 3}`,
      {},
      400,
      'invalidRequest',
    ],
    ['a part out of order', Buffer.alloc(RANGE), `${RANGE}-${RANGE * 2 - 1}/${RANGE * 3}`, {}, 416, 'invalidRange'],
  ])('refuses %s', async (_, bytes, range, headers, status, code) => {
    const { uploadUrl } = await start()
    expect(codeOf(await put(uploadUrl, bytes, range, headers))).toEqual([status, code])
    expect(namesIn(microsoft.driveOf(ADA), 'Contracts')).toEqual([])
  })

  test('refuses a range twice and a total that changes', async () => {
    const { uploadUrl } = await start()
    const send = (range: string) => put(uploadUrl, Buffer.alloc(RANGE), range)
    await send(`0-${RANGE - 1}/${RANGE * 2}`)
    expect(codeOf(await send(`0-${RANGE - 1}/${RANGE * 2}`))).toEqual([416, 'invalidRange'])
    expect(codeOf(await send(`${RANGE}-${RANGE * 2 - 1}/${RANGE * 3}`))).toEqual([400, 'invalidRequest'])
  })

  test('fails at the end when the name exists, renames, or replaces', async () => {
    const upload = async (behavior?: string) => put((await start(behavior)).uploadUrl, Buffer.from('x'), '0-0/1')
    expect((await upload()).status).toBe(201)
    expect(codeOf(await upload())).toEqual([409, 'nameAlreadyExists'])
    expect((await upload('rename')).body.name).toBe('Big 1.docx')
    expect((await upload('replace')).status).toBe(200)
    expect(namesIn(microsoft.driveOf(ADA), 'Contracts')).toEqual(['Big 1.docx', 'Big.docx'])
  })

  test('expires, can be cancelled, and does not begin without space', async () => {
    const [cancelled, expired] = [await start(), await start()]
    expect((await send(cancelled.uploadUrl, {}, { method: 'DELETE' })).status).toBe(204)
    expect(codeOf(await put(cancelled.uploadUrl, Buffer.of(1), '0-0/1'))).toEqual([404, 'itemNotFound'])
    microsoft.clock.advance(15 * 60_000)
    expect(codeOf(await put(expired.uploadUrl, Buffer.of(1), '0-0/1'))).toEqual([404, 'itemNotFound'])
    microsoft.driveOf(ADA).isFull = true
    expect((await start()).error.code).toBe('quotaLimitReached')
  })
})

describe('a copy', () => {
  const copy = (body: object, query = '', path: string = ITEM_PATH.contract) =>
    ada.call(`${itemPath(microsoft.readItem(ADA, path))}/copy${query}`, { body })
  const poll = async (url: string) => {
    const replies = []
    for (let count = 0; count < 3; count++) replies.push(await send(url))
    return replies.map(({ status, body }) => [status, body.status])
  }

  test('is under way twice, then completed; its monitor takes no token', async () => {
    const reply = await copy({ name: 'Halden.docx' })
    const url = reply.headers.get('location') ?? ''
    expect([reply.status, reply.body]).toEqual([202, ''])
    expect(codeOf(await ada.call(url))).toEqual([401, 'unauthenticated'])
    expect(await poll(url)).toEqual([
      [202, 'inProgress'],
      [202, 'inProgress'],
      [200, 'completed'],
    ])
    const { resourceId } = (await send(url)).body
    expect(microsoft.readItem(ADA, 'Templates/Halden.docx').id).toBe(resourceId)
  })

  test('ends in several forms, or fails', async () => {
    for (const status of [202, 303] as const) {
      microsoft.settings.copyStatus = status
      const { headers } = await copy({ name: `${status}.docx` })
      expect((await poll(headers.get('location') ?? ''))[2]).toEqual([status, 'completed'])
    }
    microsoft.settings.copyStatus = 200
    const clash = await copy({ name: '202.docx' })
    await poll(clash.headers.get('location') ?? '')
    expect((await send(clash.headers.get('location') ?? '')).body).toMatchObject({
      status: 'failed',
      error: { code: 'nameAlreadyExists' },
    })
    const renamed = await copy({ name: '202.docx' }, '?@microsoft.graph.conflictBehavior=rename')
    expect((await poll(renamed.headers.get('location') ?? ''))[2]).toEqual([200, 'completed'])
    expect(namesIn(microsoft.driveOf(ADA), 'Templates')).toContain('202 1.docx')
    microsoft.settings.copyResult = 'failed'
    const failed = await copy({ name: 'x.docx' })
    expect((await poll(failed.headers.get('location') ?? ''))[2]).toEqual([200, 'failed'])
  })

  test('needs write access to the folder, and knows no conflicts in personal drives', async () => {
    const bilals = microsoft.driveOf(BILAL)
    const reference = { driveId: bilals.id, id: bilals.rootId }
    expect(codeOf(await copy({ parentReference: reference }))).toEqual([403, 'accessDenied'])
    const omar = callAs(microsoft, OMAR)
    const freight = `${itemPath(microsoft.readItem(OMAR, ITEM_PATH.freight))}/copy?@microsoft.graph.conflictBehavior=rename`
    expect(codeOf(await omar.call(freight, { body: { name: 'x.docx' } }))).toEqual([400, 'notSupported'])
  })
})
