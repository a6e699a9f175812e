import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals'
import { CredentialsExpiredError } from '../../../../src/kit/errors.ts'
import { createJsonApi, type JsonApiOptions } from '../../../../src/kit/json/api.ts'
import { VendorError } from '../../../../src/kit/vendor-errors.ts'
import { createCall, impatient } from '../../../kit/call.ts'

type Reply = [status: number, body: string, headers?: Record<string, string>]

/** The replies of the next requests, the last of which is repeated. */
let replies: Reply[] = []
const requests: {
  method: string | undefined
  url: string | undefined
  headers: IncomingMessage['headers']
  body: string
}[] = []

const server = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  requests.push({ method: request.method, url: request.url, headers: request.headers, body })
  const [status, text, headers = {}] = (replies.length > 1 ? replies.shift() : replies[0]) ?? [200, '']
  response.writeHead(status, headers).end(text)
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
afterAll(() => void server.close())
beforeEach(() => {
  requests.length = 0
})

const account = { accessToken: 'token-of-ada', email: 'ada@acme.example' }

function createApi(changes: Partial<JsonApiOptions<{ origin: string }>> = {}) {
  return createJsonApi<{ origin: string }>({ vendor: 'Acme', origin: (settings) => settings.origin, ...changes })
}

const newCall = () => createCall({ origin }, { budget: impatient() })

describe('an API that speaks JSON', () => {
  test('is read with the token of the account', async () => {
    replies = [[200, '{"id":1}']]
    expect(await createApi().get('/me?full=true', account, newCall())).toEqual({ id: 1 })
    expect(requests).toMatchObject([
      {
        method: 'GET',
        url: '/me?full=true',
        headers: { authorization: 'Bearer token-of-ada', accept: 'application/json' },
      },
    ])
  })

  test('is authorized as the vendor wants it', async () => {
    replies = [[200, '{}']]
    await createApi({ authorize: (token) => ({ 'X-Api-Key': token }) }).get('/me', account, newCall())
    expect(requests[0]?.headers).toMatchObject({ 'x-api-key': 'token-of-ada' })
    expect(requests[0]?.headers.authorization).toBeUndefined()
  })

  test('is written to with a JSON body; a response without a body is undefined', async () => {
    replies = [[204, '']]
    expect(await createApi().send('POST', '/notes', { title: 'é' }, account, newCall())).toBeUndefined()
    expect(requests).toMatchObject([
      { method: 'POST', body: '{"title":"é"}', headers: { 'content-type': 'application/json' } },
    ])
  })

  test('does not get a write twice when it fails', async () => {
    replies = [[500, '']]
    const call = createCall({ origin })
    await expect(createApi().send('POST', '/notes', {}, account, call)).rejects.toMatchObject({ class: 'unavailable' })
    expect(requests).toHaveLength(1)
  })
})

describe('an error of an API that speaks JSON', () => {
  test.each([
    [403, 'scope-required'],
    [404, 'not-found'],
    [429, 'rate-limited'],
    [503, 'unavailable'],
    [302, 'unavailable'],
  ])('%d is of the class %s', async (status, errorClass) => {
    replies = [[status, '']]
    const error = await createApi()
      .get('/me', account, newCall())
      .catch((error: unknown) => error)
    expect(error).toBeInstanceOf(VendorError)
    expect(error).toMatchObject({ class: errorClass, message: expect.stringContaining('Acme') })
  })

  test('401 ends the connection', async () => {
    replies = [[401, '']]
    await expect(createApi().get('/me', account, newCall())).rejects.toThrow(CredentialsExpiredError)
  })

  test('says how long to wait', async () => {
    replies = [[429, '', { 'Retry-After': '7' }]]
    await expect(createApi().get('/me', account, newCall())).rejects.toMatchObject({ options: { retryAfterMs: 7_000 } })
  })

  test('can be a code in its body', async () => {
    replies = [[400, '{"code":"quota"}']]
    const api = createApi({
      errors: [
        {
          at: 'api',
          reason: 'quota',
          class: 'storage-full',
          retry: false,
          fault: 'user',
          sentence: 'Full.',
          next: 'Delete.',
        },
      ],
      toReasons: (body) => [(body as { code: string }).code],
    })
    await expect(api.get('/me', account, newCall())).rejects.toMatchObject({
      class: 'storage-full',
      message: 'Full. Delete.',
    })
  })

  test('is one, too, when the body is no JSON', async () => {
    replies = [[200, '<html>']]
    await expect(createApi().get('/me', account, newCall())).rejects.toThrow('did not return a usable response')
  })
})
