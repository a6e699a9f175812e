import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { appendChanges, type Change } from '../../../../platform/storage/changes.ts'
import type { Tenant } from '../../../../platform/storage/connections/tenants.ts'
import { inTransaction } from '../../../../platform/storage/postgres/database.ts'
import { syncSharesAndNotify, updateRecipientsAndNotify } from '../../../../platform/storage/sharing.ts'
import { type Api, newEmail, startApi } from '../api.ts'
import { addBlock, addPerson, addTag, type Content, tenantOf } from '../block-content.ts'
import { openSocket, type SocketOptions, type TestSocket } from '../server/socket-client.ts'

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

async function socketWith(options: SocketOptions): Promise<TestSocket> {
  const socket = await openSocket(api.url, options)
  open.push(socket)
  return socket
}

/** Opens an authenticated socket. */
async function socketOf(email: string): Promise<TestSocket> {
  const socket = await socketWith({ init: { Authorization: `Bearer ${await api.issuer.token(email)}` } })
  expect((await socket.next()).type).toBe('connection_ack')
  return socket
}

/** Starts a subscription and waits until it listens, by a query on the same socket. */
async function subscribe(socket: TestSocket, query: string, variables: object = {}): Promise<string> {
  const id = randomUUID()
  socket.send({ id, type: 'subscribe', payload: { query, variables } })
  // The position in the feed is read before the results of these queries, which come on the same socket.
  await ask(socket, '{ connections { _id } }')
  await ask(socket, '{ connections { _id } }')
  return id
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

function recordChanges(tenant: Tenant, changes: readonly Change[]): Promise<void> {
  return inTransaction(api.db, (tx) => appendChanges(tx, tenant.tenantId, changes, content.now))
}

const changeOf = (subject_id: string, rest: Partial<Change> = {}): Change => ({
  event_type: 'UPDATED',
  subject: 'block',
  subject_id,
  subject_type: 'note',
  ...rest,
})

const BLOCKS = `subscription S($input: BlockChangedInput) {
  blockChanged(input: $input) { sequence eventType _id blockType actor date block { title access } }
}`

describe('blockChanged', () => {
  test('reports a change with the current block', async () => {
    const owner = await tenantOf(api, newEmail())
    const _id = await addBlock(content, owner, 'note', { title: 'Plan' })
    const socket = await socketOf(owner.email)
    const id = await subscribe(socket, BLOCKS)
    await recordChanges(owner, [changeOf(_id, { actor_id: owner.tenantId })])
    const [event] = await socket.events(id, 1)
    expect(event?.blockChanged).toEqual({
      sequence: expect.stringMatching(/^\d+$/),
      eventType: 'UPDATED',
      _id,
      blockType: 'note',
      actor: owner.tenantId,
      date: content.now,
      block: { title: 'Plan', access: 'RW' },
    })
  })

  test('applies its filters', async () => {
    const owner = await tenantOf(api, newEmail())
    const tag = await addTag(content, owner)
    const linked = await addBlock(content, owner, 'note', { links: [{ tag }] })
    const unlinked = await addBlock(content, owner, 'note')
    const task = await addBlock(content, owner, 'task', { links: [{ tag }] })
    const socket = await socketOf(owner.email)
    const byTag = await subscribe(socket, BLOCKS, { input: { tags: [tag], blockTypes: ['NOTE'] } })
    await recordChanges(owner, [changeOf(unlinked), changeOf(task, { subject_type: 'task' }), changeOf(linked)])
    expect(await socket.events(byTag, 1)).toMatchObject([{ blockChanged: { _id: linked } }])
  })

  test('reports a block that is no longer shared once, with its id only', async () => {
    const [owner, guest] = [await tenantOf(api, newEmail()), await tenantOf(api, newEmail())]
    const tag = await addPerson(content, owner, guest.email)
    const _id = await addBlock(content, owner, 'note', { title: 'Secret', links: [{ tag, shared: true }] })
    const socket = await socketOf(guest.email)
    const id = await subscribe(socket, BLOCKS)
    await inTransaction(api.db, async (tx) => {
      await tx.deleteFrom('sharing').where('tag_id', '=', tag).where('block_id', '=', _id).execute()
      await syncSharesAndNotify(tx, owner.tenantId, [_id], content.now)
      await updateRecipientsAndNotify(tx, owner.tenantId, [_id], content.now)
    })
    await recordChanges(guest, [changeOf(_id), changeOf(_id)])
    const seen = await addBlock(content, guest, 'note')
    await recordChanges(guest, [changeOf(seen)])
    const events = await socket.events(id, 2)
    expect(events[0]?.blockChanged).toMatchObject({ eventType: 'UNSHARED', _id, block: null, actor: null })
    expect(events.at(-1)?.blockChanged).toMatchObject({ _id: expect.any(String) })
    expect(JSON.stringify(events)).not.toContain('Secret')
  })

  test('never reports blocks of another tenant', async () => {
    const [owner, outsider] = [await tenantOf(api, newEmail()), await tenantOf(api, newEmail())]
    const foreign = await addBlock(content, owner, 'note', { title: 'Foreign' })
    const own = await addBlock(content, outsider, 'note', { title: 'Own' })
    const socket = await socketOf(outsider.email)
    const id = await subscribe(socket, BLOCKS, { input: { _ids: [foreign, own] } })
    await recordChanges(owner, [changeOf(foreign)])
    await recordChanges(outsider, [changeOf(own)])
    expect(await socket.events(id, 1)).toMatchObject([{ blockChanged: { _id: own } }])
  })

  test('a completed subscription has no more events, others are not affected', async () => {
    const owner = await tenantOf(api, newEmail())
    const _id = await addBlock(content, owner, 'note')
    const socket = await socketOf(owner.email)
    const ended = await subscribe(socket, BLOCKS)
    const going = await subscribe(socket, BLOCKS)
    socket.send({ id: ended, type: 'complete' })
    await ask(socket, '{ tenant { _id } }')
    await recordChanges(owner, [changeOf(_id)])
    const messages = [await socket.next(), await socket.next()]
    expect(messages.filter(({ type }) => type === 'next')).toMatchObject([{ id: going }])
  })
})

test('threadChanged reports the thread and its messages', async () => {
  const owner = await tenantOf(api, newEmail())
  const thread = await addBlock(content, owner, 'thread', { title: 'Talk' })
  const inside = await addBlock(content, owner, 'message', { thread_id: thread })
  const unrelated = await addBlock(content, owner, 'message')
  const socket = await socketOf(owner.email)
  const id = await subscribe(socket, `subscription { threadChanged(input: { _id: "${thread}" }) { _id blockType } }`)
  const ofMessage = { subject_type: 'message' }
  await recordChanges(owner, [
    changeOf(unrelated, ofMessage),
    changeOf(inside, ofMessage),
    changeOf(thread, { subject_type: 'thread' }),
  ])
  expect(await socket.events(id, 2)).toEqual([
    { threadChanged: { _id: inside, blockType: 'message' } },
    { threadChanged: { _id: thread, blockType: 'thread' } },
  ])
})

test('tagChanged reports the selected tags', async () => {
  const owner = await tenantOf(api, newEmail())
  const tag = await addTag(content, owner, { alias: 'Acme' })
  const socket = await socketOf(owner.email)
  const id = await subscribe(
    socket,
    'subscription { tagChanged(input: { tagTypes: [topic] }) { eventType tag { alias } } }',
  )
  const change = { event_type: 'CREATED', subject: 'tag', subject_type: 'topic' } as const
  await recordChanges(owner, [changeOf(owner.tagId, { ...change, subject_type: 'person' }), changeOf(tag, change)])
  expect(await socket.events(id, 1)).toEqual([{ tagChanged: { eventType: 'CREATED', tag: { alias: 'Acme' } } }])
})

test('syncStatusChanged reports the result of a run', async () => {
  const email = newEmail()
  const connectionId = await api.connect(email)
  const problem = {
    type: 'https://acme.example/vendor-error',
    title: 'Vendor error',
    status: 502,
    detail: 'It is down.',
  }
  api.provider.responses.set('/sync/email', () => problem)
  const socket = await socketOf(email)
  const id = await subscribe(
    socket,
    `subscription { syncStatusChanged(input: { connectionIds: ["${connectionId}"] }) { connectionId sync health report { state created } } }`,
  )
  await api.execute(email, 'mutation M($input: SyncInput!) { runSync(input: $input) { state } }', {
    input: { connectionId, sync: 'email' },
  })
  const [event] = await socket.events(id, 1)
  api.provider.responses.delete('/sync/email')
  const report = { state: 'failed', created: 0 }
  expect(event?.syncStatusChanged).toEqual({ connectionId, sync: 'email', health: 'healthy', report })
})

test('syncStatusChanged reports once that a sync was paused', async () => {
  const email = newEmail()
  const connectionId = await api.connect(email)
  const socket = await socketOf(email)
  const id = await subscribe(socket, 'subscription { syncStatusChanged { sync pausedByUser report { _id } } }')
  const input = { connectionId, sync: 'email' }
  for (const name of ['pauseSync', 'pauseSync', 'resumeSync']) {
    await api.execute(email, `mutation M($input: SyncInput!) { ${name}(input: $input) { sync } }`, { input })
  }
  expect(await socket.events(id, 2)).toEqual([
    { syncStatusChanged: { sync: 'email', pausedByUser: true, report: null } },
    { syncStatusChanged: { sync: 'email', pausedByUser: false, report: null } },
  ])
})
