import { beforeEach, describe, expect, test } from '@jest/globals'
import nock from 'nock'
import { cutNetwork } from '../../../kit/network.ts'
import { problemOf } from '../builders.ts'
import { replay } from '../recordings.ts'
import {
  anItem,
  CONTENT_HOST,
  CONTENT_PATH,
  contentHost,
  DRIVE,
  execute,
  graphOf,
  installer,
  itemPath,
  LINK,
  listInputs,
  onedriveCall,
  RUNNER_TOKEN,
  runner,
  SHARE,
  serveContent,
  TOKEN,
} from './builders.ts'
import { aWordFile, paragraph, textOf } from './word-files.ts'

cutNetwork()

const TEMPLATE = aWordFile({
  body: paragraph('Dear {{Na', 'me}}, we offer {{Price}}'),
  footnote: paragraph('Valid until {{Day}}'),
})
const VALUES = { Name: 'Ann', Price: 12.5, Day: null }
const CREATED = anItem({ id: '01NEW', name: 'Offer 2026-11-02.docx', webUrl: 'https://contoso.sharepoint.com/new' })
const MINE = { id: '01ROOT', name: 'root', folder: { childCount: 1 }, parentReference: { driveId: 'b!bob' } }
const newPath = (name: string, drive = 'b!bob', parent = '01ROOT') =>
  `${itemPath(parent, drive)}:/${encodeURIComponent(name)}:/content`

/** The documents that were uploaded, by their path. */
const uploads = new Map<string, Uint8Array>()
beforeEach(() => uploads.clear())

function serveTemplate(bytes = TEMPLATE, item = anItem(), token = TOKEN): void {
  graphOf(token).get(SHARE).reply(200, item)
  serveContent(`${SHARE}/content`, bytes, token)
}

function serveOwnFolder(): void {
  graphOf(RUNNER_TOKEN).get('/v1.0/me/drive/root').reply(200, MINE)
}

/** Takes an upload of the runner. The body arrives as hexadecimal digits. */
function takeUpload(path: string, response: object = CREATED, status = 201): nock.Scope {
  return graphOf(RUNNER_TOKEN)
    .put(path, (body: string) => {
      uploads.set(path, Buffer.from(body, 'hex'))
      return true
    })
    .query({ '@microsoft.graph.conflictBehavior': 'rename' })
    .reply(status, response)
}

describe('the inputs of a template', () => {
  test('are its placeholders, then those of the name, each once', async () => {
    serveTemplate()
    expect(await listInputs({ template: LINK, name: 'For {{Company}} and {{Name}}' })).toEqual(
      ['Name', 'Price', 'Day', 'Company'].map((name) => ({ name, label: name, valueSource: { kind: 'userInput' } })),
    )
  })

  test('are the configured fields if there is no connection', async () => {
    const configuration = { template: LINK, fields: ['A', 'B', 'A'], name: '{{C}}' }
    expect((await listInputs(configuration, {})).map(({ name }) => name)).toEqual(['A', 'B', 'C'])
  })

  test('are unknown without either', async () => {
    expect(await problemOf(listInputs({ template: LINK }, {}))).toMatchObject({
      status: 400,
      options: { errors: [{ pointer: '#/templateConnectedProvider' }, { pointer: '#/configuration/fields' }] },
    })
  })

  test.each([
    [{}, '#/configuration/template'],
    [{ template: 'https://evil-sharepoint.com/x' }, '#/configuration/template'],
    [{ template: 7 }, '#/configuration/template'],
    [{ template: LINK, folder: 'somewhere' }, '#/configuration/folder'],
    [{ template: LINK, format: 'odt' }, '#/configuration/format'],
    [{ template: LINK, name: ['x'] }, '#/configuration/name'],
    [{ template: LINK, fields: 'Name' }, '#/configuration/fields'],
  ])('need a valid configuration: %j', async (configuration, pointer) => {
    expect(await problemOf(listInputs(configuration))).toMatchObject({
      status: 400,
      options: { errors: [{ pointer }] },
    })
  })
})

describe('a document from a template', () => {
  test('is read by the installer, filled here and saved by the runner', async () => {
    serveTemplate()
    serveOwnFolder()
    takeUpload(newPath('Offer 2026-11-02.docx'))
    expect(await execute({ template: LINK }, VALUES)).toEqual({
      outputUrl: 'https://contoso.sharepoint.com/new',
      externalId: `${DRIVE}/01NEW`,
      uri: 'https://contoso.sharepoint.com/new',
      title: 'Offer 2026-11-02.docx',
    })
    const [document = new Uint8Array()] = uploads.values()
    expect(textOf(document)).toBe('Dear Ann, we offer 12.5')
    expect(textOf(document, 'word/footnotes.xml')).toBe('Valid until')
    expect(nock.pendingMocks()).toEqual([])
  })

  test('has the name that Microsoft gave it', async () => {
    serveTemplate()
    const pending = replay('onedrive/a-new-document')
    expect(await execute({ template: LINK, name: 'Offer for {{Name}}' }, VALUES)).toMatchObject({
      title: 'Offer for Ann 1.docx',
      externalId: 'b!bob/01NEW',
    })
    expect(pending()).toEqual([])
  })

  test('is saved in a folder, under the configured name', async () => {
    serveTemplate()
    const folder = 'https://contoso.sharepoint.com/:f:/g/Folder1'
    graphOf(RUNNER_TOKEN)
      .get(/^\/v1\.0\/shares\/u[^/]+\/driveItem$/)
      .reply(200, { id: '01FOLDER', folder: {}, parentReference: { driveId: 'b!sales' } })
    takeUpload(newPath('Ann- a-b {{Price}}.docx', 'b!sales', '01FOLDER'))
    await execute({ template: LINK, folder, name: '{{Name}}' }, { ...VALUES, Name: 'Ann: a/b {{Price}}' })
    expect(uploads.size).toBe(1)
  })

  test('may have a template and a folder by id', async () => {
    graphOf(TOKEN).get(itemPath('01T')).reply(200, anItem())
    serveContent(`${itemPath('01T')}/content`, TEMPLATE)
    graphOf(RUNNER_TOKEN)
      .get(itemPath('01F'))
      .reply(200, { id: '01F', folder: {}, parentReference: { driveId: DRIVE } })
    takeUpload(newPath('x.docx', DRIVE, '01F'))
    await execute({ template: `${DRIVE}/01T`, folder: `${DRIVE}/01F`, name: 'x.docx' }, VALUES)
    expect(uploads.size).toBe(1)
  })

  test('is made by the runner alone if the installer’s connection is missing', async () => {
    serveTemplate(TEMPLATE, anItem(), RUNNER_TOKEN)
    serveOwnFolder()
    takeUpload(newPath('Offer 2026-11-02.docx'))
    const request = { functionName: 'x', outputConnectedProvider: runner() }
    await execute({ template: LINK }, VALUES, { ...request, templateConnectedProvider: undefined } as never)
    expect(uploads.size).toBe(1)
  })

  test.each([
    ['CON', 'CON-.docx'],
    ['~$draft', '-draft.docx'],
    ['a_vti_b', 'a-b.docx'],
    ['Offer...', 'Offer-.docx'],
    ['"*:<>?/\\|', '---------.docx'],
    ['Ann’s 100% #1 & co', 'Ann’s 100% #1 & co.docx'],
    ["it's", "it's.docx"],
  ])('has a name that OneDrive accepts: %s', async (name, expected) => {
    serveTemplate()
    serveOwnFolder()
    takeUpload(newPath(expected).replaceAll("'", '%27'))
    await execute({ template: LINK, name }, VALUES)
    expect(uploads.size).toBe(1)
  })

  test('needs a value for each placeholder; others are ignored with a warning', async () => {
    serveTemplate()
    expect(await problemOf(execute({ template: LINK }, { Name: 'Ann' }))).toMatchObject({
      status: 400,
      options: { errors: [{ pointer: '#/values', detail: expect.stringContaining('“Price”, “Day”') }] },
    })
    serveTemplate()
    serveOwnFolder()
    takeUpload(newPath('Offer 2026-11-02.docx'))
    const warnings: object[] = []
    const log = { ...onedriveCall().log, warn: (fields: object) => warnings.push(fields) }
    await execute({ template: LINK }, { ...VALUES, Other: 1 }, { call: onedriveCall({ log }) })
    expect(warnings).toEqual([{ names: ['Other'] }])
  })

  test('takes texts, numbers and booleans only', async () => {
    expect(await problemOf(execute({ template: LINK }, { Name: { first: 'Ann' } }))).toMatchObject({
      status: 400,
      options: { errors: [{ pointer: '#/values/0/value' }] },
    })
  })

  test.each([
    ['of another application', { ...runner(), application: 'outlook-mail' }, '#/outputConnectedProvider/application'],
    ['that is missing', undefined, '#/outputConnectedProvider'],
  ])('needs a connection that saves it, not one %s', async (_, outputConnectedProvider, pointer) => {
    const request = { outputConnectedProvider } as never
    expect(await problemOf(execute({ template: LINK }, VALUES, request))).toMatchObject({
      status: 400,
      options: { errors: [{ pointer }] },
    })
  })
})

describe('a template is refused', () => {
  test.each([
    ['a spreadsheet', TEMPLATE, { name: 'a.xlsx', file: { mimeType: 'application/vnd.ms-excel' } }],
    ['a folder', TEMPLATE, { name: 'a', file: undefined, folder: {} }],
    ['in the recycle bin', TEMPLATE, { deleted: { state: 'deleted' } }],
    ['too large', TEMPLATE, { size: 26 * 1024 * 1024 }],
    ['a template by its own extension', aWordFile({ mainType: 'template.main+xml' }), {}],
    ['damaged', new Uint8Array([80, 75, 3, 4, 0]), {}],
    ['invalid XML', aWordFile({ body: '<w:p><w:r' }), {}],
  ])('that is %s', async (_, bytes, members) => {
    graphOf(TOKEN).get(SHARE).reply(200, anItem(members))
    graphOf(TOKEN).get(`${SHARE}/content`).optionally().reply(200, Buffer.from(bytes))
    expect(await problemOf(execute({ template: LINK }, VALUES))).toMatchObject({
      status: 422,
      problem: 'invalid-template',
    })
  })

  test.each([
    [404, 'itemNotFound', 404, 'not-found'],
    [403, 'accessDenied', 403, 'scope-required'],
    [423, 'resourceLocked', 423, 'locked'],
  ])('that Microsoft refuses: %i %s', async (status, code, expected, problem) => {
    graphOf(TOKEN).get(SHARE).reply(status, { error: { code } })
    expect(await problemOf(execute({ template: LINK }, VALUES))).toMatchObject({ status: expected, problem })
  })
})

describe('the folder is refused', () => {
  test.each([
    [404, { error: { code: 'itemNotFound' } }],
    [403, { error: { code: 'accessDenied' } }],
    [200, anItem()],
  ])('if the runner cannot use it: %i', async (status, body) => {
    serveTemplate()
    graphOf(RUNNER_TOKEN).get(itemPath('01F')).reply(status, body)
    const configuration = { template: LINK, folder: `${DRIVE}/01F` }
    expect(await problemOf(execute(configuration, VALUES))).toMatchObject({
      status: 400,
      options: { errors: [{ pointer: '#/configuration/folder' }] },
    })
  })

  test('if the runner may not add files to it', async () => {
    serveTemplate()
    serveOwnFolder()
    takeUpload(newPath('Offer 2026-11-02.docx'), { error: { code: 'accessDenied' } }, 403)
    expect(await problemOf(execute({ template: LINK }, VALUES))).toMatchObject({
      status: 403,
      problem: 'scope-required',
      message: expect.stringContaining('add files to the folder'),
      concernsItem: true,
    })
  })
})

describe('an expired connection is named', () => {
  test('if it is the installer’s', async () => {
    graphOf(TOKEN).get(SHARE).reply(401, '')
    expect(await problemOf(execute({ template: LINK }, VALUES))).toMatchObject({
      status: 401,
      options: { extensions: { connectionId: 'connection-of-ann', role: 'template' } },
    })
  })

  test('if it is the runner’s', async () => {
    serveTemplate()
    graphOf(RUNNER_TOKEN).get('/v1.0/me/drive/root').reply(401, '')
    expect(await problemOf(execute({ template: LINK }, VALUES))).toMatchObject({
      status: 401,
      options: { extensions: { connectionId: 'connection-of-bob', role: 'output' } },
    })
  })

  test('if its token cannot be sent', async () => {
    const template = installer()
    template.credential.accessToken = 'no token'
    const problem = await problemOf(execute({ template: LINK }, VALUES, { templateConnectedProvider: template }))
    expect(problem).toMatchObject({
      status: 400,
      options: { errors: [{ pointer: '#/templateConnectedProvider/credential/accessToken' }] },
    })
  })
})

describe('a PDF', () => {
  const pdf = Buffer.from('255044462d312e370ae2e3cfd3', 'hex')
  const PDF_ITEM = anItem({ id: '01PDF', name: 'Offer 2026-11-02.pdf', webUrl: 'https://contoso.sharepoint.com/pdf' })
  const run = () => execute({ template: LINK, format: 'pdf' }, VALUES)

  beforeEach(() => {
    serveTemplate()
    serveOwnFolder()
    takeUpload(newPath('Offer 2026-11-02.docx'))
  })

  test('is made beside the document', async () => {
    const conversion = 'https://northeurope1-mediap.svc.ms/transform/pdf?provider=spo&tempauth=1'
    graphOf(RUNNER_TOKEN)
      .get(`${itemPath('01NEW')}/content?format=pdf`)
      .reply(302, '', { Location: conversion })
    contentHost('https://northeurope1-mediap.svc.ms').get(/./).reply(200, pdf)
    takeUpload(newPath('Offer 2026-11-02.pdf'), PDF_ITEM)
    expect(await run()).toEqual({
      outputUrl: 'https://contoso.sharepoint.com/pdf',
      externalId: `${DRIVE}/01PDF`,
      uri: 'https://contoso.sharepoint.com/new',
      title: 'Offer 2026-11-02.pdf',
    })
    expect([...uploads.values()][1]).toEqual(pdf)
  })

  test.each([
    [406, 'notSupported'],
    [415, 'notSupported'],
    [400, 'invalidRequest'],
    [500, 'generalException'],
    [403, 'accessDenied'],
  ])('that Microsoft does not make leaves the document as the result: %i %s', async (status, code) => {
    graphOf(RUNNER_TOKEN)
      .get(`${itemPath('01NEW')}/content?format=pdf`)
      .times(3)
      .reply(status, { error: { code } }, { 'Retry-After': '0' })
    expect(await run()).toMatchObject({ externalId: `${DRIVE}/01NEW`, outputUrl: 'https://contoso.sharepoint.com/new' })
  })

  test('that cannot be saved takes the document with it', async () => {
    serveContent(`${itemPath('01NEW')}/content?format=pdf`, pdf, RUNNER_TOKEN)
    takeUpload(newPath('Offer 2026-11-02.pdf'), { error: { code: 'quotaLimitReached' } }, 507)
    graphOf(RUNNER_TOKEN).delete(itemPath('01NEW')).reply(204)
    expect(await problemOf(run())).toMatchObject({ status: 507, problem: 'storage-full' })
    expect(nock.pendingMocks()).toEqual([])
  })

  test('that cannot be saved names the document if that cannot be removed either', async () => {
    graphOf(RUNNER_TOKEN)
      .get(`${itemPath('01NEW')}/content?format=pdf`)
      .reply(302, '', { Location: `${CONTENT_HOST}${CONTENT_PATH}` })
    contentHost().get(CONTENT_PATH).reply(200, pdf)
    takeUpload(newPath('Offer 2026-11-02.pdf'), { error: { code: 'quotaLimitReached' } }, 507)
    graphOf(RUNNER_TOKEN)
      .delete(itemPath('01NEW'))
      .reply(423, { error: { code: 'resourceLocked' } })
    expect(await problemOf(run())).toMatchObject({
      status: 507,
      message: expect.stringContaining('“Offer 2026-11-02.docx” (https://contoso.sharepoint.com/new)'),
    })
  })
})
