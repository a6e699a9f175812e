import { describe, expect, test } from '@jest/globals'
import { cutNetwork } from '../../../kit/network.ts'
import { aWordFile } from '../../../src/kit/documents/word-files.ts'
import { problemOf } from '../builders.ts'
import { anItem, DRIVE, execute, graphOf, installer, itemPath, LINK, RUNNER_TOKEN, SHARE, TOKEN } from './builders.ts'
import { newPath, serveOwnFolder, serveTemplate, TEMPLATE, takeUpload, VALUES } from './template-run.ts'

cutNetwork()

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
    [200, { id: '01F', folder: {}, deleted: { state: 'deleted' }, parentReference: { driveId: DRIVE } }],
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
