import { describe, expect, test } from '@jest/globals'
import nock from 'nock'
import { Budget } from '../../../../src/kit/budget.ts'
import { FilesClient } from '../../../../vendors/microsoft/onedrive/client.ts'
import { uploadFile } from '../../../../vendors/microsoft/onedrive/upload.ts'
import { cutNetwork } from '../../../kit/network.ts'
import { aCredential, problemOf } from '../builders.ts'
import { anItem, CONTENT_HOST, contentHost, DRIVE, graphOf, itemPath, onedriveCall, TOKEN } from './builders.ts'

cutNetwork()

const MB = 1024 * 1024
const RANGE = 10 * MB
const NAME = 'Offer & co.docx'
const TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const SESSION_PATH = '/_api/v2.0/drives/b!1/items/01/uploadSession?guid=1&tempauth=secret-of-upload'
const UPLOAD_URL = `${CONTENT_HOST}${SESSION_PATH}`
const ITEM = anItem({ id: '01NEW', name: NAME })

const newPath = (action: string, name = NAME) => `${itemPath('01F')}:/${encodeURIComponent(name)}:/${action}`

function upload(size = 10, call = onedriveCall()) {
  const client = new FilesClient(aCredential(), call, '#/outputConnectedProvider')
  const bytes = new Uint8Array(size).fill(0xe2)
  return uploadFile(client, { folder: { driveId: DRIVE, itemId: '01F' }, name: NAME, type: TYPE, bytes })
}

const putSmall = (name = NAME) =>
  graphOf(TOKEN).put(newPath('content', name)).query({ '@microsoft.graph.conflictBehavior': 'rename' })

/** A session for the file, whose parts must arrive without the access token. */
function serveSession(uploadUrl = UPLOAD_URL): void {
  graphOf(TOKEN)
    .post(newPath('createUploadSession'), {
      item: { '@microsoft.graph.conflictBehavior': 'rename', name: NAME },
    })
    .matchHeader('content-type', 'application/json')
    .reply(200, { uploadUrl, expirationDateTime: '2026-11-03T10:00:00Z', nextExpectedRanges: ['0-'] })
}

const putRange = (start: number, end: number, total: number) =>
  contentHost()
    .put(SESSION_PATH)
    .matchHeader('content-range', `bytes ${start}-${end}/${total}`)
    .matchHeader('content-length', `${end - start + 1}`)

describe('a small file', () => {
  test('is uploaded in one request, which renames it if its name exists', async () => {
    putSmall().matchHeader('content-type', TYPE).reply(201, ITEM)
    expect(await upload()).toMatchObject({ id: '01NEW' })
  })

  test('is uploaded again after a refusal, with the wait that Microsoft asks for', async () => {
    putSmall().reply(429, { error: { code: 'activityLimitReached' } }, { 'Retry-After': '0' })
    putSmall().reply(503, { error: { code: 'serviceNotAvailable' } }, { 'Retry-After': '0' })
    putSmall().reply(201, ITEM)
    expect(await upload()).toMatchObject({ id: '01NEW' })
  })

  test.each([
    ['a connection that breaks', () => putSmall().replyWithError('socket hang up')],
    ['a server error', () => putSmall().reply(500, '')],
    ['a bad gateway', () => putSmall().reply(502, '')],
    ['a gateway’s time-out', () => putSmall().reply(504, '')],
    ['a response that cannot be read', () => putSmall().reply(201, '{"id":')],
    ['a response without an id', () => putSmall().reply(201, {})],
  ])('is uploaded once: after %s it may exist', async (_, fail) => {
    fail()
    const second = putSmall().reply(201, ITEM)
    expect(await problemOf(upload())).toMatchObject({
      status: 504,
      problem: 'vendor-error',
      message: expect.stringContaining(`“${NAME}” was made. It may exist`),
    })
    expect(second.isDone()).toBe(false)
  })

  test('is uploaded once: after the time of the request is over it may exist', async () => {
    const released = Promise.withResolvers<[number, object]>()
    putSmall().reply(() => released.promise)
    const problem = problemOf(upload(10, onedriveCall({ budget: new Budget(1_000) })))
    expect(await problem).toMatchObject({ status: 504, message: expect.stringContaining('It may exist') })
    released.resolve([201, {}])
  })

  test('does not exist if there was no connection', async () => {
    putSmall().replyWithError(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }))
    const problem = await problemOf(upload())
    expect(problem).toMatchObject({ reasons: expect.arrayContaining(['ECONNREFUSED']) })
    expect(problem.message).not.toContain('may exist')
  })

  test.each([
    [401, 'unauthenticated', 401],
    [403, 'accessDenied', 403],
    [413, 'maxFileSizeExceeded', 400],
    [423, 'resourceLocked', 423],
    [507, 'quotaLimitReached', 507],
    [503, 'serviceNotAvailable', 503],
  ])('that is refused was not made: %i %s', async (status, code, expected) => {
    putSmall().reply(status, { error: { code } })
    const problem = await problemOf(upload())
    expect(problem).toMatchObject({ status: expected })
    expect(problem.message).not.toContain('may exist')
  })

  test('gets a number here if Microsoft refuses its name, once', async () => {
    putSmall().reply(409, { error: { code: 'nameAlreadyExists' } })
    putSmall('Offer & co 1.docx').reply(201, ITEM)
    expect(await upload()).toMatchObject({ id: '01NEW' })
    putSmall().reply(409, { error: { code: 'nameAlreadyExists' } })
    putSmall('Offer & co 1.docx').reply(409, { error: { code: 'nameAlreadyExists' } })
    expect(await problemOf(upload())).toMatchObject({ status: 400, reasons: ['nameAlreadyExists'] })
  })
})

describe('a file above 4 MB', () => {
  test('is uploaded in parts of a multiple of 320 KiB, in order and without the access token', async () => {
    const total = RANGE + 5
    serveSession()
    putRange(0, RANGE - 1, total).reply(202, { nextExpectedRanges: [`${RANGE}-`] })
    putRange(RANGE, total - 1, total).reply(201, ITEM)
    expect(await upload(total)).toMatchObject({ id: '01NEW' })
    expect(RANGE % (320 * 1024)).toBe(0)
    expect(nock.pendingMocks()).toEqual([])
  })

  test('of exactly 4 MB is uploaded at once', async () => {
    putSmall().reply(201, ITEM)
    expect(await upload(4 * MB)).toMatchObject({ id: '01NEW' })
  })

  test('does not exist if a part fails that is not the last; the upload is ended', async () => {
    const total = RANGE + 5
    serveSession()
    putRange(0, RANGE - 1, total).reply(500, '')
    contentHost().delete(SESSION_PATH).reply(204)
    const problem = await problemOf(upload(total))
    expect(problem).toMatchObject({ status: 502 })
    expect(problem.message).not.toContain('may exist')
    expect(nock.pendingMocks()).toEqual([])
  })

  test('is ended also if the time of the request is over', async () => {
    const total = RANGE + 5
    const released = Promise.withResolvers<[number, object]>()
    serveSession()
    putRange(0, RANGE - 1, total).reply(() => released.promise)
    contentHost().delete(SESSION_PATH).reply(204)
    const budget = new Budget(2_000)
    expect(await problemOf(upload(total, onedriveCall({ budget, clock: Date.now })))).toMatchObject({ status: 504 })
    expect(nock.pendingMocks()).toEqual([])
    released.resolve([202, {}])
  })

  test('may exist if the last part has no response', async () => {
    serveSession()
    putRange(0, 5 * MB - 1, 5 * MB).replyWithError('socket hang up')
    contentHost()
      .delete(SESSION_PATH)
      .reply(404, { error: { code: 'itemNotFound' } })
    expect(await problemOf(upload(5 * MB))).toMatchObject({
      status: 504,
      message: expect.stringContaining('may exist'),
    })
  })

  test.each([
    [507, 'quotaLimitReached', 507],
    [404, 'itemNotFound', 404],
  ])('does not exist if its last part is refused: %i %s', async (status, code, expected) => {
    serveSession()
    putRange(0, 5 * MB - 1, 5 * MB).reply(status, { error: { code } })
    contentHost().delete(SESSION_PATH).reply(204)
    const problem = await problemOf(upload(5 * MB))
    expect(problem).toMatchObject({ status: expected })
  })

  test('gets a number if its name turns out to exist at the end', async () => {
    serveSession()
    putRange(0, 5 * MB - 1, 5 * MB).reply(409, { error: { code: 'nameAlreadyExists' } })
    contentHost().delete(SESSION_PATH).reply(204)
    graphOf(TOKEN).post(newPath('createUploadSession', 'Offer & co 1.docx'), /./).reply(200, { uploadUrl: UPLOAD_URL })
    putRange(0, 5 * MB - 1, 5 * MB).reply(201, ITEM)
    expect(await upload(5 * MB)).toMatchObject({ id: '01NEW' })
  })

  test.each(['https://evil.example/upload', 'http://contoso.sharepoint.com/upload', ''])(
    'is not sent to another host: %s',
    async (uploadUrl) => {
      serveSession(uploadUrl)
      expect(await problemOf(upload(5 * MB))).toMatchObject({ status: 502, reasons: ['foreign-address'] })
    },
  )
})
