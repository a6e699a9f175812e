import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, jest, test } from '@jest/globals'
import { LiveFeed } from '../../../../platform/graph/live/feed.ts'
import { newEmail, startApi } from '../api.ts'
import { addBlock, tenantOf } from '../block-content.ts'
import { api, ask, changeOf, content, recordChanges, socketOf, socketWith, subscribe, useLiveApi } from './live-api.ts'
import { openSocket } from './socket-client.ts'

useLiveApi()

function secondsFromNow(seconds: number): number {
  return Math.floor(Date.now() / 1_000) + seconds
}

describe('authentication', () => {
  test.each(['Authorization', 'authorization', 'accessToken', 'token'])(
    'accepts a token in %s of connection_init',
    async (name) => {
      const token = await api.issuer.token(newEmail())
      const socket = await socketWith({ init: { [name]: name.includes('uth') ? `Bearer ${token}` : token } })
      expect(await socket.next()).toEqual({ type: 'connection_ack' })
    },
  )

  test.each(['/api/v1/graph', '/api/v1/graph/ws'])('accepts a token in the header, at %s', async (path) => {
    const headers = { Authorization: `Bearer ${await api.issuer.token(newEmail())}` }
    const socket = await socketWith({ path, headers, init: {} })
    expect(await socket.next()).toEqual({ type: 'connection_ack' })
  })

  test.each([
    ['no token', {}, 4403],
    ['an invalid token', { token: 'abc' }, 4403],
  ])('%s closes with %#', async (_, init, code) => {
    expect((await (await socketWith({ init })).closed).code).toBe(code)
  })

  test('closes with 4401 if the token has expired', async () => {
    const token = await api.issuer.token(newEmail(), { claims: { exp: secondsFromNow(-120) } })
    expect((await (await socketWith({ init: { token } })).closed).code).toBe(4401)
  })

  test('closes with 4401 when the token expires', async () => {
    // The tolerance for clock skew of one minute ends in a second.
    const token = await api.issuer.token(newEmail(), { claims: { exp: secondsFromNow(-59) } })
    const socket = await socketWith({ init: { token } })
    expect((await socket.next()).type).toBe('connection_ack')
    expect(await socket.closed).toEqual({ code: 4401, reason: 'The token has expired' })
  })

  test.each([
    [
      'an operation before connection_init',
      [{ id: 'a', type: 'subscribe', payload: { query: '{ tenant { _id } }' } }],
      4401,
    ],
    ['a second connection_init', [{ type: 'connection_init' }, { type: 'connection_init' }], 4429],
    ['an invalid message', [{ type: 'nonsense' }], 4400],
  ])('%s closes the socket, as the protocol demands', async (_, messages, code) => {
    const headers = { Authorization: `Bearer ${await api.issuer.token(newEmail())}` }
    const socket = await socketWith({ headers })
    for (const message of messages) socket.send(message)
    expect((await socket.closed).code).toBe(code)
  })

  test('closes the socket on a duplicate operation id, as the protocol demands', async () => {
    const socket = await socketOf(newEmail())
    const message = { id: 'twice', type: 'subscribe', payload: { query: 'subscription { tagChanged { _id } }' } }
    socket.send(message)
    socket.send(message)
    expect((await socket.closed).code).toBe(4409)
  })

  test('refuses upgrades of other paths', async () => {
    await expect(openSocket(api.url, { path: '/api/v1/other' })).rejects.toThrow('404')
  })
})

describe('operations', () => {
  test('queries return the same results as over HTTP', async () => {
    const email = newEmail()
    const socket = await socketOf(email)
    expect(await ask(socket, '{ tenant { email } }')).toMatchObject({
      type: 'next',
      payload: { data: { tenant: { email } } },
    })
  })

  test.each([
    ['a syntax error', '{ tenant', 'GRAPHQL_PARSE_FAILED'],
    ['an unknown field', 'subscription { nothing }', 'GRAPHQL_VALIDATION_FAILED'],
    ['introspection', '{ __schema { types { name } } }', 'INTROSPECTION_DISABLED'],
    ['an unknown thread', `subscription { threadChanged(input: { _id: "${randomUUID()}" }) { _id } }`, 'NOT_FOUND'],
  ])('%s gets its error', async (_, query, code) => {
    const message = await ask(await socketOf(newEmail()), query)
    const errors = message.type === 'error' ? message.payload : (message.payload as { errors: unknown }).errors
    expect(errors).toMatchObject([{ extensions: { code, requestId: expect.any(String) } }])
  })
})

test('a client that does not read its events is disconnected, others are not affected', async () => {
  const owner = await tenantOf(api, newEmail())
  const _id = await addBlock(content, owner, 'note', { text: 'word '.repeat(20_000) })
  const slow = await socketOf(owner.email)
  const quick = await socketOf(owner.email)
  await subscribe(slow, 'subscription { blockChanged { block { text } } }')
  const id = await subscribe(quick, 'subscription { blockChanged { _id } }')
  slow.raw.pause()
  await recordChanges(
    owner,
    Array.from({ length: 300 }, () => changeOf(_id)),
  )
  await quick.events(id, 300)
  // Longer than it may take to read what is waiting for it.
  await setTimeout(11_000)
  slow.raw.resume()
  expect(await slow.closed).toEqual({ code: 1013, reason: 'Client too slow' })
})

test('a client that reads is not disconnected when many large events are ready at once', async () => {
  const owner = await tenantOf(api, newEmail())
  const _id = await addBlock(content, owner, 'note', { text: 'word '.repeat(20_000) })
  const socket = await socketOf(owner.email)
  const id = await subscribe(socket, 'subscription { blockChanged { block { text } } }')
  await recordChanges(
    owner,
    Array.from({ length: 100 }, () => changeOf(_id)),
  )
  expect(await Promise.race([socket.events(id, 100), socket.closed])).toHaveLength(100)
})

test('the error of a subscription that cannot start says nothing about the inside', async () => {
  const socket = await socketOf(newEmail())
  const listen = jest.spyOn(LiveFeed.prototype, 'listen').mockRejectedValue(new Error('no connection to 10.0.0.7'))
  const { payload } = await ask(socket, 'subscription { blockChanged { _id } }')
  listen.mockRestore()
  expect(payload).toMatchObject([{ message: 'Internal server error.', extensions: { code: 'INTERNAL_SERVER_ERROR' } }])
})

test('an idle socket does not delay the shutdown', async () => {
  const second = await startApi()
  const socket = await openSocket(second.url, { init: { token: await second.issuer.token(newEmail()) } })
  expect((await socket.next()).type).toBe('connection_ack')
  await second.stop()
  expect((await socket.closed).code).toBe(1001)
})
