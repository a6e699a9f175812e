import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { aWordFile, paragraph } from '../../../src/kit/documents/word-files.ts'
import { problemOf, SETTINGS } from '../builders.ts'
import { anItem, DRIVE, execute, onedriveCall, RUNNER_TOKEN, TOKEN } from './builders.ts'

/** What a test does with the requests for the item, its content, the folder and the new file. */
type Respond = (response: ServerResponse, request: IncomingMessage) => unknown
type Kind = 'item' | 'content' | 'folder' | 'upload'
let responders: Record<Kind, Respond>
/** The requests in their order, each with its token. */
const requests: [Kind, string | undefined][] = []

const server = createServer((request, response) => {
  const { method, url = '' } = request
  const kind =
    method === 'PUT' ? 'upload' : url.includes('/root') ? 'folder' : /content$/.test(url) ? 'content' : 'item'
  requests.push([kind, request.headers.authorization?.replace('Bearer ', '')])
  responders[kind](response, request)
})

const json =
  (body: object, status = 200): Respond =>
  (response) =>
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
const refusal = (status: number, code: string) => json({ error: { code } }, status)
const hang: Respond = () => {}
const CONTENT = Buffer.from(aWordFile({ body: paragraph('Dear {{Name}}') }))
const NEW = anItem({ id: '01NEW' })

beforeEach(async () => {
  requests.length = 0
  responders = {
    item: json(anItem()),
    content: (response) => response.end(CONTENT),
    folder: json({ id: '01ROOT', folder: {}, parentReference: { driveId: 'b!bob' } }),
    upload: (response, request) => request.resume().on('end', () => json(NEW, 201)(response, request)),
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

function run(values: Record<string, unknown> = { Name: 'Ann' }) {
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return execute({ template: `${DRIVE}/01T` }, values, { call: onedriveCall({ settings: { ...SETTINGS, origin } }) })
}

test('item, content and folder are requested at the same time, each with the token of its connection', async () => {
  const everything = Promise.withResolvers<void>()
  const afterAll = (respond: Respond): Respond => {
    return async (response, request) => {
      if (requests.length === 3) everything.resolve()
      await everything.promise
      respond(response, request)
    }
  }
  const { item, content, folder, upload } = responders
  responders = { item: afterAll(item), content: afterAll(content), folder: afterAll(folder), upload }
  expect(await run()).toMatchObject({ externalId: `${DRIVE}/01NEW` })
  expect(requests.slice(0, 3).sort()).toEqual([
    ['content', TOKEN],
    ['folder', RUNNER_TOKEN],
    ['item', TOKEN],
  ])
  expect(requests.slice(3)).toEqual([['upload', RUNNER_TOKEN]])
})

test('a template that is refused by its item is not downloaded further, and its folder not waited for', async () => {
  const stopped: Promise<unknown>[] = []
  const endless: Respond = (response) => {
    stopped.push(once(response, 'close'))
    response.writeHead(200).write('some of it')
  }
  responders = {
    ...responders,
    content: endless,
    folder: endless,
    item: async (response, request) => {
      while (stopped.length < 2) await new Promise(setImmediate)
      json(anItem({ name: 'a.mp4', file: { mimeType: 'video/mp4' } }))(response, request)
    },
  }
  expect(await problemOf(run())).toMatchObject({ status: 422, problem: 'invalid-template' })
  await Promise.all(stopped)
})

test.each([
  ['its item', { item: refusal(404, 'itemNotFound'), content: refusal(401, 'x'), folder: refusal(401, 'x') }, 404],
  ['its content', { content: refusal(404, 'itemNotFound'), folder: refusal(401, 'x') }, 404],
])('the error of the template comes before that of the folder: %s', async (_, refused, status) => {
  responders = { ...responders, ...refused }
  expect(await problemOf(run())).toMatchObject({ status, message: expect.stringContaining('The template') })
})

test('a missing value comes before the error of the folder, and nothing is made', async () => {
  responders = { ...responders, folder: refusal(401, 'x') }
  expect(await problemOf(run({}))).toMatchObject({ status: 400, options: { errors: [{ pointer: '#/values' }] } })
  expect(requests.map(([kind]) => kind)).not.toContain('upload')
})

test('the template of an item that stands for another one is read there', async () => {
  const remote = { remoteItem: { id: '01REMOTE', parentReference: { driveId: 'b!other' } } }
  const at = (path: string, there: Respond, here: Respond): Respond => {
    return (response, request) => (request.url?.includes(path) ? there : here)(response, request)
  }
  responders = {
    ...responders,
    item: at('01REMOTE', json(anItem()), json(anItem({ ...remote, file: undefined }))),
    content: at('01REMOTE', responders.content, hang),
  }
  expect(await run()).toMatchObject({ externalId: `${DRIVE}/01NEW` })
})
