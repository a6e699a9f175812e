import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type Api, codeOf, newEmail, startApi, toGraphResponse } from '../api.ts'

let api: Api
let strict: Api
beforeAll(async () => {
  ;[api, strict] = await Promise.all([startApi(), startApi({ GRAPH_STRICT_STATUS: 'true' })])
})
afterAll(() => Promise.all([api.stop(), strict.stop()]))

const send = async (to: Api, body: string, headers: Record<string, string> = {}) => {
  const Authorization = `Bearer ${await to.issuer.token(newEmail())}`
  const response = await to.post('/api/v1/graph', body, { Authorization, ...headers })
  return [response.status, codeOf(await toGraphResponse(response))]
}

describe('a body that is JSON but no request', () => {
  test.each(['"text"', '7', 'null', 'true', '{}', '[7]'])('%s has status 200 and an error', async (body) => {
    const Authorization = `Bearer ${await api.issuer.token(newEmail())}`
    const response = await api.post('/api/v1/graph', body, { Authorization })
    expect(response.status).toBe(200)
    const [result] = [await response.json()].flat() as Parameters<typeof codeOf>
    expect(codeOf(result)).toBe('BAD_REQUEST')
  })

  test('has status 400 for a client that asks for that protocol', async () => {
    expect(await send(api, '7', { Accept: 'application/graphql-response+json' })).toEqual([400, 'BAD_REQUEST'])
  })
})

test('what is no JSON has its own status', async () => {
  expect(await send(api, '{"query"')).toEqual([400, 'BAD_REQUEST'])
  expect(await send(api, '{}', { 'Content-Type': 'text/plain' })).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
})

describe('with GRAPH_STRICT_STATUS', () => {
  test('every error but those of authentication has status 200', async () => {
    expect(await send(strict, '{"query"')).toEqual([200, 'BAD_REQUEST'])
    expect(await send(strict, '')).toEqual([200, 'BAD_REQUEST'])
    expect(await send(strict, '{}', { 'Content-Type': 'text/plain' })).toEqual([200, 'UNSUPPORTED_MEDIA_TYPE'])
    expect(await send(strict, '{}', { Accept: 'application/graphql-response+json' })).toEqual([200, 'BAD_REQUEST'])
    const got = await fetch(`${strict.url}/api/v1/graph`)
    expect([got.status, codeOf((await got.json()) as never)]).toEqual([200, 'METHOD_NOT_ALLOWED'])
  })

  test('errors of authentication have status 401', async () => {
    const none = await strict.post('/api/v1/graph', '{}')
    expect([none.status, codeOf(await toGraphResponse(none))]).toEqual([401, 'UNAUTHENTICATED_NO_TOKEN'])
    const forged = await send(strict, '{}', {
      Authorization: `Bearer ${await strict.issuer.token('a@b.example', { forged: true })}`,
    })
    expect(forged).toEqual([401, 'UNAUTHENTICATED_TOKEN_INVALID'])
  })
})
