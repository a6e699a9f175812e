import { describe, expect, test } from '@jest/globals'
import nock from 'nock'
import { Budget } from '../../../../src/kit/budget.ts'
import { cutNetwork } from '../../../kit/network.ts'
import { defineRecordings } from '../../../kit/recordings.ts'
import { problemOf, SETTINGS } from '../builders.ts'
import { recording, replay } from '../recordings.ts'
import { ANN, BOB, docsCall, execute, IDS, LINKS, VALUES } from './fixtures.ts'

cutNetwork()

const FUNCTION = 'google-docs-from-template'
const CONFIGURATION = { template: LINKS.template, name: 'Offer {{Number}} for {{Customer}}' }
const DOCUMENT = { outputUrl: LINKS.document, externalId: IDS.document, uri: LINKS.document, title: 'Offer 7 for Acme' }

describe('a document from a template', () => {
  test('is the installer’s content, made and filled with the runner’s connection', async () => {
    const waiting = replay('docs/a-document-from-a-template')
    const folder = `https://drive.google.com/drive/folders/${IDS.folder}?resourcekey=0-folderkey`
    const call = docsCall()
    const values = [...VALUES, { name: 'Unknown', value: 'private' }]
    expect(await execute(FUNCTION, { ...CONFIGURATION, folder }, { values }, call)).toEqual(DOCUMENT)
    expect(call.meter.calls).toBe(5)
    expect(call.lines.join()).toContain('"names":["Unknown"]')
    expect(call.lines.join()).not.toContain('private')
    expect(waiting()).toEqual([])
  })

  test('goes to the configured origin, the upload included', async () => {
    const origin = 'http://127.0.0.1:4010'
    defineRecordings(recording('docs/a-pdf-from-a-template').map((exchange) => ({ ...exchange, scope: origin })))
    const call = docsCall({ settings: { ...SETTINGS, origin } })
    expect(await execute(FUNCTION, { ...CONFIGURATION, format: 'pdf' }, {}, call)).toMatchObject({
      externalId: IDS.pdf,
    })
    expect(nock.pendingMocks()).toEqual([])
  })

  test('as a PDF is the PDF beside the document', async () => {
    const waiting = replay('docs/a-pdf-from-a-template')
    expect(await execute(FUNCTION, { ...CONFIGURATION, format: 'pdf' })).toEqual({
      outputUrl: `https://drive.google.com/file/d/${IDS.pdf}/view?usp=drivesdk`,
      externalId: IDS.pdf,
      uri: LINKS.document,
      title: 'Offer 7 for Acme.pdf',
    })
    expect(waiting()).toEqual([])
  })

  test('is the result if Google refuses the PDF, which the log says', async () => {
    replay('docs/a-pdf-that-google-refuses')
    const call = docsCall()
    expect(await execute(FUNCTION, { ...CONFIGURATION, format: 'pdf' }, {}, call)).toEqual(DOCUMENT)
    expect(call.lines.join()).toContain('was not converted to PDF')
  })

  test('uses the runner’s connection alone if there is no other', async () => {
    const toBob = (headers: object = {}) => ({ ...headers, authorization: `Bearer ${BOB.credential.accessToken}` })
    const exchanges = recording('docs/an-upload-that-is-limited-once')
    defineRecordings(exchanges.map((exchange) => ({ ...exchange, reqheaders: toBob(exchange.reqheaders) })))
    expect(await execute(FUNCTION, CONFIGURATION, { templateConnectedProvider: undefined })).toEqual(DOCUMENT)
    expect(nock.pendingMocks()).toEqual([])
  })

  test('with a resource key is read by Drive alone; further placeholders are found in the new document', async () => {
    const waiting = replay('docs/a-template-with-a-resource-key')
    const configuration = { template: `https://drive.google.com/file/d/${IDS.template}/view?resourcekey=0-abcDEF_9` }
    const values = VALUES.filter(({ name }) => ['Customer', 'Number'].includes(name))
    expect(await execute(FUNCTION, configuration, { values })).toEqual({ ...DOCUMENT, title: 'Offer 2026-11-02' })
    expect(waiting()).toEqual([])
  })
})

describe('nothing is made twice', () => {
  test('an upload that was refused by a rate limit is sent again', async () => {
    const waiting = replay('docs/an-upload-that-is-limited-once')
    expect(await execute(FUNCTION, CONFIGURATION)).toEqual(DOCUMENT)
    expect(waiting()).toEqual([])
  })

  test('an upload that broke off is not, and the error names the document that may exist', async () => {
    replay('docs/an-upload-that-breaks-off')
    const call = docsCall()
    expect(await problemOf(execute(FUNCTION, CONFIGURATION, {}, call))).toMatchObject({
      status: 504,
      problem: 'vendor-error',
      message: expect.stringMatching(/“Offer 7 for Acme” was made. It may exist/),
    })
    expect(call.meter.calls).toBe(4)
  })

  test('neither is one that nobody responds to in time', async () => {
    const exchanges = recording('docs/a-failed-replacement')
    defineRecordings(exchanges.slice(0, 3))
    const hangs = nock('https://www.googleapis.com').post('/upload/drive/v3/files').query(true).delay(10_000).reply(200)
    const call = docsCall({ budget: new Budget(1_000) })
    expect(await problemOf(execute(FUNCTION, CONFIGURATION, {}, call))).toMatchObject({
      status: 504,
      message: expect.stringMatching(/may exist/),
    })
    expect(hangs.isDone()).toBe(true)
    nock.abortPendingRequests()
  })
})

describe('a replacement that Google may have done although it failed', () => {
  const respond = (status: number, body: object = {}) =>
    nock('https://docs.googleapis.com').post(`/v1/documents/${IDS.document}:batchUpdate`).reply(status, body)
  const prepare = () => defineRecordings(recording('docs/a-failed-replacement').slice(0, 4))

  test('is sent again if nothing is left to replace then', async () => {
    prepare()
    respond(502)
    respond(200, { replies: [] })
    expect(await execute(FUNCTION, CONFIGURATION)).toEqual(DOCUMENT)
    expect(nock.pendingMocks()).toEqual([])
  })

  test('is not sent again if a value looks like a placeholder: the document is moved to the trash', async () => {
    prepare()
    respond(502)
    defineRecordings(recording('docs/a-failed-replacement').slice(5))
    const values = [...VALUES.filter(({ name }) => name !== 'Annex'), { name: 'Annex', value: '{{Item}}' }]
    expect(await problemOf(execute(FUNCTION, CONFIGURATION, { values }))).toMatchObject({ status: 502 })
    expect(nock.pendingMocks()).toEqual([])
  })
})

describe('a failure', () => {
  test('of the replacement moves the document to the trash', async () => {
    const waiting = replay('docs/a-failed-replacement')
    const error = await problemOf(execute(FUNCTION, CONFIGURATION))
    expect(error).toMatchObject({ status: 500, problem: 'internal-error' })
    expect(error.message).not.toContain('Offer 7')
    expect(waiting()).toEqual([])
  })

  test('of that, too, names the document', async () => {
    const waiting = replay('docs/a-failed-replacement-that-stays')
    expect(await problemOf(execute(FUNCTION, CONFIGURATION))).toMatchObject({
      status: 500,
      message: expect.stringContaining(`“Offer 7 for Acme” (${LINKS.document}) could not be removed`),
    })
    expect(waiting()).toEqual([])
  })

  test.each([
    [
      'a-folder-that-is-hidden',
      { folder: IDS.folder },
      400,
      'validation-error',
      /^#\/configuration\/folder: .*opened with it/,
    ],
    ['a-full-drive', {}, 507, 'storage-full', /storage at Google Drive is full/],
  ])('of the upload makes nothing: %s', async (name, configuration, status, problem, message) => {
    const waiting = replay(`docs/${name}`)
    const work = execute(FUNCTION, { ...CONFIGURATION, ...configuration })
    expect(await problemOf(work)).toMatchObject({ status, problem, message: expect.stringMatching(message) })
    expect(waiting()).toEqual([])
  })

  test('of the runner’s access names his connection', async () => {
    replay('docs/a-runner-whose-access-ended')
    expect(await problemOf(execute(FUNCTION, CONFIGURATION))).toMatchObject({
      status: 401,
      options: { extensions: { connectionId: BOB.connectionId, role: 'output' } },
    })
    expect(BOB.connectionId).not.toBe(ANN.connectionId)
  })
})
