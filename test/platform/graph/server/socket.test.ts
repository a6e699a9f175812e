import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { appendChanges, type Change } from '../../../../platform/storage/changes.ts'
import type { Tenant } from '../../../../platform/storage/connections/tenants.ts'
import { inTransaction } from '../../../../platform/storage/postgres/database.ts'
import { type Api, newEmail, startApi } from '../api.ts'
import { addBlock, type Content, tenantOf } from '../block-content.ts'
import { openSocket, type SocketOptions, type TestSocket } from './socket-client.ts'

let api: Api
let content: Content

const open: TestSocket[] = []

beforeAll(async () => {
  api = await startApi()
  content = { db: api.db, now: 1_700_000_000_000 }
})
afterAll(async () => {
  for (const socket of open) socket.close()
  await api.stop()
})

async function socketWith(wish: SocketOptions): Promise<TestSocket> {
  const socket = await openSocket(api.url, wish)
  open.push(socket)
  return socket
}

/** A socket of somebody who has been admitted. */
async function socketOf(email: string): Promise<TestSocket> {
  const socket = await socketWith({ init: { Authorization: `Bearer ${await api.issuer.token(email)}` } })
  expect((await socket.next()).type).toBe('connection_ack')
  return socket
}

/** A subscription that listens: a query on the same socket is answered after it has begun. */
async function subscribe(socket: TestSocket, query: string, variables: object = {}): Promise<string> {
  const id = randomUUID()
  socket.send({ id, type: 'subscribe', payload: { query, variables } })
  // Where the feed stands is read from the store before; these are read after it, on the same socket.
  await ask(socket, '{ connections { _id } }')
  await ask(socket, '{ connections { _id } }')
  return id
}

function secondsFromNow(seconds: number): number {
  return Math.floor(Date.now() / 1_000) + seconds
}

async function ask(socket: TestSocket, query: string) {
  const id = randomUUID()
  socket.send({ id, type: 'subscribe', payload: { query } })
  for (;;) {
    const message = await socket.next()
    if (message.id === id && message.type !== 'complete') return message
    if (message.type === 'error') throw new Error(JSON.stringify(message.payload))
  }
}

function tell(tenant: Tenant, changes: readonly Change[]): Promise<void> {
  return inTransaction(api.db, (tx) => appendChanges(tx, tenant.tenantId, changes, content.now))
}

const changeOf = (subject_id: string, rest: Partial<Change> = {}): Change => ({
  ...{ event_type: 'UPDATED', subject: 'block', subject_id, subject_type: 'note' },
  ...rest,
})

describe('who may come in', () => {
  test.each(['Authorization', 'authorization', 'accessToken', 'token'])(
    'a token in %s of the first message',
    async (name) => {
      const token = await api.issuer.token(newEmail())
      const socket = await socketWith({ init: { [name]: name.includes('uth') ? `Bearer ${token}` : token } })
      expect(await socket.next()).toEqual({ type: 'connection_ack' })
    },
  )

  test.each(['/api/v1/graph', '/api/v1/graph/ws'])('a token in the header, at %s', async (path) => {
    const headers = { Authorization: `Bearer ${await api.issuer.token(newEmail())}` }
    const socket = await socketWith({ path, headers, init: {} })
    expect(await socket.next()).toEqual({ type: 'connection_ack' })
  })

  test.each([
    ['no token', {}, 4403],
    ['a token that is none', { token: 'abc' }, 4403],
  ])('%s closes with %#', async (_, init, code) => {
    expect((await (await socketWith({ init })).closed).code).toBe(code)
  })

  test('a token that has expired closes with 4401', async () => {
    const token = await api.issuer.token(newEmail(), { claims: { exp: secondsFromNow(-120) } })
    expect((await (await socketWith({ init: { token } })).closed).code).toBe(4401)
  })

  test('a token that expires while the socket is open closes it with 4401', async () => {
    // A minute of grace for clocks that differ is over in a second.
    const token = await api.issuer.token(newEmail(), { claims: { exp: secondsFromNow(-59) } })
    const socket = await socketWith({ init: { token } })
    expect((await socket.next()).type).toBe('connection_ack')
    expect(await socket.closed).toEqual({ code: 4401, reason: 'The token has expired' })
  })

  test.each([
    [
      'an operation before the first message',
      [{ id: 'a', type: 'subscribe', payload: { query: '{ tenant { _id } }' } }],
      4401,
    ],
    ['two first messages', [{ type: 'connection_init' }, { type: 'connection_init' }], 4429],
    ['a message that is none', [{ type: 'nonsense' }], 4400],
  ])('%s closes by the protocol', async (_, messages, code) => {
    const headers = { Authorization: `Bearer ${await api.issuer.token(newEmail())}` }
    const socket = await socketWith({ headers })
    for (const message of messages) socket.send(message)
    expect((await socket.closed).code).toBe(code)
  })

  test('two operations of one id close by the protocol', async () => {
    const socket = await socketOf(newEmail())
    const message = { id: 'twice', type: 'subscribe', payload: { query: 'subscription { tagChanged { _id } }' } }
    socket.send(message)
    socket.send(message)
    expect((await socket.closed).code).toBe(4409)
  })

  test('another path is no socket', async () => {
    await expect(openSocket(api.url, { path: '/api/v1/other' })).rejects.toThrow('404')
  })
})

describe('operations', () => {
  test('queries are answered as over HTTP', async () => {
    const email = newEmail()
    const socket = await socketOf(email)
    expect(await ask(socket, '{ tenant { email } }')).toMatchObject({
      type: 'next',
      payload: { data: { tenant: { email } } },
    })
  })

  test.each([
    ['what does not parse', '{ tenant', 'GRAPHQL_PARSE_FAILED'],
    ['what the schema lacks', 'subscription { nothing }', 'GRAPHQL_VALIDATION_FAILED'],
    ['introspection', '{ __schema { types { name } } }', 'INTROSPECTION_DISABLED'],
    [
      'a thread that is not there',
      `subscription { threadChanged(input: { _id: "${randomUUID()}" }) { _id } }`,
      'NOT_FOUND',
    ],
  ])('%s gets its error', async (_, query, code) => {
    const message = await ask(await socketOf(newEmail()), query)
    const errors = message.type === 'error' ? message.payload : (message.payload as { errors: unknown }).errors
    expect(errors).toMatchObject([{ extensions: { code, requestId: expect.any(String) } }])
  })
})

test('a client that does not read its events is sent away, and others go on', async () => {
  const owner = await tenantOf(api, newEmail())
  const _id = await addBlock(content, owner, 'note', { text: 'word '.repeat(20_000) })
  const slow = await socketOf(owner.email)
  const quick = await socketOf(owner.email)
  await subscribe(slow, 'subscription { blockChanged { block { text } } }')
  const id = await subscribe(quick, 'subscription { blockChanged { _id } }')
  slow.raw.pause()
  await tell(
    owner,
    Array.from({ length: 300 }, () => changeOf(_id)),
  )
  await quick.events(id, 300)
  slow.raw.resume()
  expect(await slow.closed).toEqual({ code: 1013, reason: 'Client too slow' })
})

test('a socket that is idle holds nothing up when the platform stops', async () => {
  const other = await startApi()
  const socket = await openSocket(other.url, { init: { token: await other.issuer.token(newEmail()) } })
  expect((await socket.next()).type).toBe('connection_ack')
  await other.stop()
  expect((await socket.closed).code).toBe(1001)
})
