import { describe, expect, test } from '@jest/globals'
import { inTransaction } from '../../../../platform/storage/postgres/database.ts'
import { syncSharesAndNotify, updateRecipientsAndNotify } from '../../storage/shares.ts'
import { newEmail } from '../api.ts'
import { addBlock, addPerson, addTag, tenantOf } from '../block-content.ts'
import { api, ask, changeOf, content, recordChanges, socketOf, subscribe, useLiveApi } from '../server/live-api.ts'

useLiveApi()

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
