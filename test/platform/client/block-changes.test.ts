import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { type BlockEvent, blockChanges } from '../../../platform/client/block-changes.ts'
import { inTransaction } from '../../../platform/storage/postgres/database.ts'
import { addBlock, addPerson, addTag } from '../graph/block-content.ts'
import { syncSharesAndNotify, updateRecipientsAndNotify } from '../storage/shares.ts'
import { type ChangeRecorder, recordChanges } from './change-recorder.ts'
import { type LivePlatform, startLivePlatform } from './live-platform.ts'

let platform: LivePlatform
beforeAll(async () => {
  platform = await startLivePlatform()
})
afterEach(() => platform.reset())
afterAll(() => platform.stop())

function getEvents({ changes }: ChangeRecorder<BlockEvent>): BlockEvent[] {
  return changes.flatMap((change) => (change.type === 'event' ? [change.event] : []))
}

test('missed events have the form of received ones, with the blocks as they are now', async () => {
  const { content, proxy } = platform
  const owner = await platform.createPerson()
  const tag = await addTag(content, owner)
  const linked = await addBlock(content, owner, 'note', { title: 'Linked', links: [{ tag }] })
  const archived = await addBlock(content, owner, 'note', { title: 'Old', archived: true, links: [{ tag }] })
  const unrelated = await addBlock(content, owner, 'note', { title: 'Unrelated' })
  const recorder = recordChanges(blockChanges(platform.connect(owner.client), { tags: [tag] }, { since: '0' }))
  await recorder.untilCount('ready', 1)
  proxy.cut()
  await platform.appendBlockChanges(owner, [linked, unrelated])
  await platform.appendBlockChanges(owner, [archived], { event_type: 'ARCHIVED' })
  proxy.restore()
  await recorder.untilCount('ready', 2)
  await platform.appendBlockChanges(owner, [unrelated, linked])
  await recorder.untilCount('event', 3)
  const events = getEvents(recorder)
  expect(events).toMatchObject([
    { _id: linked, eventType: 'UPDATED', blockType: 'note', block: { title: 'Linked' } },
    { _id: archived, eventType: 'ARCHIVED', block: { title: 'Old', archived: true } },
    { _id: linked, eventType: 'UPDATED', blockType: 'note', block: { title: 'Linked' } },
  ])
  expect(Object.keys(events[0] ?? {}).toSorted()).toEqual(Object.keys(events[2] ?? {}).toSorted())
})

test('a block that is no longer visible gets one UNSHARED event with only its id', async () => {
  const { content, proxy, api } = platform
  const [owner, recipient] = [await platform.createPerson(), await platform.createPerson()]
  const tag = await addPerson(content, owner, recipient.email)
  const _id = await addBlock(content, owner, 'note', { title: 'Secret', links: [{ tag, shared: true }] })
  const live = platform.connect(recipient.client)
  const recorder = recordChanges(blockChanges(live, { _ids: [_id.toUpperCase()] }, { since: '0' }))
  await recorder.untilCount('ready', 1)
  proxy.cut()
  await inTransaction(api.db, async (tx) => {
    await tx.deleteFrom('sharing').where('tag_id', '=', tag).where('block_id', '=', _id).execute()
    await syncSharesAndNotify(tx, owner.tenantId, [_id], content.now)
    await updateRecipientsAndNotify(tx, owner.tenantId, [_id], content.now)
  })
  await platform.appendBlockChanges(recipient, [_id, _id], { actor_id: owner.tenantId })
  proxy.restore()
  await recorder.untilCount('ready', 2)
  expect(getEvents(recorder)).toMatchObject([
    { eventType: 'SHARED', block: { title: 'Secret' } },
    { _id, eventType: 'UNSHARED', actor: null, block: null },
  ])
})
