import { expect, test } from '@jest/globals'
import { newEmail, START } from '../api.ts'
import { api, socketOf, subscribe, useLiveApi } from '../server/live-api.ts'

useLiveApi()

const CONNECTIONS = `subscription {
  connectionChanged { sequence eventType _id actor date connection { status email application reason } }
}`
const ID = 'mutation M($input: FindConnectionInput!)'

test('connectionChanged reports that an account was connected, confirmed and disconnected', async () => {
  const email = newEmail()
  const socket = await socketOf(email)
  const id = await subscribe(socket, CONNECTIONS)
  const { data } = await api.execute(email, START, { input: { application: 'mail' } })
  const { connectionId: _id } = data.startConnection as { connectionId: string }
  await api.register(_id)
  const [registered] = await socket.events(id, 1)
  expect(registered?.connectionChanged).toEqual({
    sequence: expect.stringMatching(/^\d+$/),
    eventType: 'UPDATED',
    _id,
    actor: null,
    date: expect.any(Number),
    connection: { status: 'unconfirmed', email: 'ada@vendor.example', application: 'mail', reason: null },
  })
  await api.execute(email, `${ID} { confirmConnection(input: $input) { _id } }`, { input: { _id } })
  const [confirmed] = await socket.events(id, 1)
  expect(confirmed?.connectionChanged).toMatchObject({ _id, connection: { status: 'active' } })
  await api.execute(email, `${ID} { disconnect(input: $input) { _id } }`, { input: { _id } })
  const [disconnected] = await socket.events(id, 1)
  expect(disconnected?.connectionChanged).toMatchObject({ _id, connection: { status: 'disconnected' } })
})

test('connectionChanged says why an account has to be connected again, to nobody else', async () => {
  const [email, unrelated] = [newEmail(), newEmail()]
  const connectionId = await api.connect(email)
  const [socket, other] = [await socketOf(email), await socketOf(unrelated)]
  const id = await subscribe(socket, CONNECTIONS)
  const otherId = await subscribe(other, CONNECTIONS)
  const problem = {
    type: 'https://acme.example/credentials-expired',
    title: 'Credentials expired',
    status: 401,
    detail: 'The access was withdrawn.',
  }
  api.provider.responses.set('/sync/email', () => problem)
  await api.execute(email, 'mutation M($input: SyncInput!) { runSync(input: $input) { state } }', {
    input: { connectionId, sync: 'email' },
  })
  api.provider.responses.delete('/sync/email')
  const [event] = await socket.events(id, 1)
  expect(event?.connectionChanged).toMatchObject({
    _id: connectionId,
    connection: { status: 'reconnect_required', reason: 'The access was withdrawn.' },
  })
  const own = await api.connect(unrelated)
  const [first] = await other.events(otherId, 1)
  expect(first?.connectionChanged).toMatchObject({ _id: own })
})
