import { afterEach, expect, jest, test } from '@jest/globals'
import { LiveReads } from '../../../../platform/graph/live/reads.ts'
import { newEmail } from '../api.ts'
import { addBlock, addPerson, addTag, tenantOf } from '../block-content.ts'
import { api, changeOf, content, recordChanges, socketOf, subscribe, useLiveApi } from '../server/live-api.ts'
import type { TestSocket } from '../server/socket-client.ts'

useLiveApi()
afterEach(() => {
  jest.restoreAllMocks()
})

const BLOCKS = `subscription S($input: BlockChangedInput) {
  blockChanged(input: $input) { eventType _id block { title access } }
}`

test('the blocks of a change are read once for all subscriptions of a viewer, whatever their filters', async () => {
  const owner = await tenantOf(api, newEmail())
  const tag = await addTag(content, owner)
  const _id = await addBlock(content, owner, 'note', { title: 'Plan', links: [{ tag }] })
  const inputs = [{}, {}, { tags: [tag] }, { _ids: [_id] }, { blockTypes: ['note'] }, { tags: [owner.tagId, tag] }]
  const subscriptions: { socket: TestSocket; id: string }[] = []
  for (const input of inputs) {
    const socket = await socketOf(owner.email)
    subscriptions.push({ socket, id: await subscribe(socket, BLOCKS, { input }) })
  }
  const other = await socketOf(owner.email)
  await subscribe(other, BLOCKS, { input: { tags: [await addTag(content, owner)] } })
  const reads = jest.spyOn(LiveReads.prototype, 'findBlocks')
  await recordChanges(owner, [changeOf(_id)])
  for (const { socket, id } of subscriptions) {
    expect(await socket.events(id, 1)).toMatchObject([{ blockChanged: { _id, block: { title: 'Plan' } } }])
  }
  expect(reads).toHaveBeenCalledTimes(1)
  other.send({ id: 'later', type: 'subscribe', payload: { query: '{ tenant { email } }' } })
  expect(await other.next()).toMatchObject({ id: 'later' })
})

test('viewers of the same change see it each with their own access', async () => {
  const [owner, guest] = [await tenantOf(api, newEmail()), await tenantOf(api, newEmail())]
  const tag = await addPerson(content, owner, guest.email)
  const _id = await addBlock(content, owner, 'note', { title: 'Plan', links: [{ tag, shared: true }] })
  const [ofOwner, ofGuest] = [await socketOf(owner.email), await socketOf(guest.email)]
  const [ownId, guestId] = [await subscribe(ofOwner, BLOCKS), await subscribe(ofGuest, BLOCKS)]
  await Promise.all([recordChanges(owner, [changeOf(_id)]), recordChanges(guest, [changeOf(_id)])])
  expect(await ofOwner.events(ownId, 1)).toMatchObject([{ blockChanged: { block: { access: 'RW' } } }])
  expect(await ofGuest.events(guestId, 1)).toMatchObject([{ blockChanged: { block: { access: 'READ_ONLY' } } }])
})

test('no socket of a viewer who has lost access receives more than the id', async () => {
  const [owner, guest] = [await tenantOf(api, newEmail()), await tenantOf(api, newEmail())]
  const tag = await addPerson(content, owner, guest.email)
  const _id = await addBlock(content, owner, 'note', { title: 'Secret', links: [{ tag, shared: true }] })
  const [first, second] = [await socketOf(guest.email), await socketOf(guest.email)]
  const subscriptions = [
    { socket: first, id: await subscribe(first, BLOCKS) },
    { socket: second, id: await subscribe(second, BLOCKS) },
  ]
  await recordChanges(guest, [changeOf(_id)])
  for (const { socket, id } of subscriptions) {
    expect(await socket.events(id, 1)).toMatchObject([{ blockChanged: { block: { title: 'Secret' } } }])
  }
  // Within the time in which reads are shared: those of the earlier change must not be used for the next.
  await api.db.deleteFrom('sharing').where('tenant_id', '=', guest.tenantId).where('block_id', '=', _id).execute()
  await recordChanges(guest, [changeOf(_id)])
  for (const { socket, id } of subscriptions) {
    expect(await socket.events(id, 1)).toEqual([{ blockChanged: { eventType: 'UNSHARED', _id, block: null } }])
  }
})

test('variables below the field distinguish results', async () => {
  const owner = await tenantOf(api, newEmail())
  const _id = await addBlock(content, owner, 'note', { text: 'first things, then other things' })
  const query = `subscription S($input: BlockChangedInput, $search: String!) {
    blockChanged(input: $input) { block { snippet(search: $search) } }
  }`
  const socket = await socketOf(owner.email)
  const matching = await subscribe(socket, query, { search: 'first' })
  const same = await subscribe(socket, query, { search: 'first', input: { _ids: [_id] } })
  const different = await subscribe(socket, query, { search: 'nowhere' })
  await recordChanges(owner, [changeOf(_id)])
  const messages = [await socket.next(), await socket.next(), await socket.next()]
  const snippets = new Map(messages.map(({ id, payload }) => [id, JSON.stringify(payload)]))
  expect(snippets.get(matching)).toContain('first things')
  expect(snippets.get(same)).toBe(snippets.get(matching))
  expect(snippets.get(different)).toContain('"snippet":null')
})

test('a failure ends the subscription with an error that says nothing about the inside', async () => {
  const owner = await tenantOf(api, newEmail())
  const _id = await addBlock(content, owner, 'note')
  const socket = await socketOf(owner.email)
  const id = await subscribe(socket, BLOCKS)
  jest.spyOn(LiveReads.prototype, 'findBlocks').mockRejectedValue(new Error('relation "blocks" is broken'))
  await recordChanges(owner, [changeOf(_id)])
  expect(await socket.next()).toEqual({
    id,
    type: 'error',
    payload: [
      {
        message: 'Internal server error.',
        extensions: { code: 'INTERNAL_SERVER_ERROR', requestId: expect.any(String) },
      },
    ],
  })
})
