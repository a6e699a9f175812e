import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { addBlock } from '../graph/block-content.ts'
import { recordChanges } from './change-recorder.ts'
import { followBlocks, type LivePlatform, startLivePlatform } from './live-platform.ts'

let platform: LivePlatform
beforeAll(async () => {
  platform = await startLivePlatform()
})
afterEach(() => platform.reset())
afterAll(() => platform.stop())

test('changes that occur while the connection is cut are yielded afterwards, each once and in order', async () => {
  const owner = await platform.createPerson()
  const ids = [await addBlock(platform.content, owner, 'note'), await addBlock(platform.content, owner, 'note')]
  const recorder = recordChanges(followBlocks(platform.connect(owner.client), { since: '0' }))
  await recorder.untilCount('ready', 1)
  for (const [round, writes] of [3, 0, 40, 1].entries()) {
    await platform.appendBlockChanges(owner, ids)
    platform.proxy.cut()
    for (let written = 0; written < writes; written += 1) await platform.appendBlockChanges(owner, ids)
    platform.proxy.restore()
    await recorder.untilCount('ready', round + 2)
    await platform.appendBlockChanges(owner, ids)
  }
  const sequences = await platform.loadSequences(owner)
  await recorder.until(() => recorder.sequences().length >= sequences.length)
  expect(recorder.sequences()).toEqual(sequences)
  expect(recorder.changes.map(({ type }) => type)).toEqual(expect.arrayContaining(['missed', 'event']))
})

test('changes that occur while the connection is being cut are not lost', async () => {
  const owner = await platform.createPerson()
  const _id = await addBlock(platform.content, owner, 'note')
  const recorder = recordChanges(followBlocks(platform.connect(owner.client), { since: '0' }))
  await recorder.untilCount('ready', 1)
  for (let round = 0; round < 30; round += 1) {
    const writing = platform.appendBlockChanges(owner, [_id])
    if (round % 3 === 1) platform.proxy.cut()
    if (round % 3 === 2) platform.proxy.restore()
    await writing
  }
  platform.proxy.restore()
  const sequences = await platform.loadSequences(owner)
  await recorder.until(() => recorder.sequences().length >= sequences.length)
  expect(recorder.sequences()).toEqual(sequences)
})

test('more missed changes than a page holds are yielded page by page', async () => {
  const owner = await platform.createPerson()
  const _id = await addBlock(platform.content, owner, 'note')
  await platform.appendBlockChanges(
    owner,
    Array.from({ length: 1_100 }, () => _id),
  )
  const recorder = recordChanges(followBlocks(platform.connect(owner.client), { since: '0' }))
  await recorder.untilCount('ready', 1)
  expect(recorder.sequences()).toEqual(await platform.loadSequences(owner))
  expect(recorder.changes.filter(({ type }) => type === 'missed')).toHaveLength(3)
})

test('with `since`, the changes after that sequence are yielded', async () => {
  const owner = await platform.createPerson()
  const _id = await addBlock(platform.content, owner, 'note')
  await platform.appendBlockChanges(owner, [_id, _id])
  const [, since] = await platform.loadSequences(owner)
  await platform.appendBlockChanges(owner, [_id, _id])
  const recorder = recordChanges(followBlocks(platform.connect(owner.client), { since: String(since) }))
  await recorder.untilCount('ready', 1)
  expect(recorder.sequences()).toEqual((await platform.loadSequences(owner)).slice(2))
})

test('changes that are no longer available are reported with resync, and the others are yielded', async () => {
  const owner = await platform.createPerson()
  const _id = await addBlock(platform.content, owner, 'note')
  await platform.appendBlockChanges(owner, [_id, _id, _id, _id])
  const [first, , , last] = await platform.loadSequences(owner)
  await platform.api.db
    .deleteFrom('change_events')
    .where('tenant_id', '=', owner.tenantId)
    .where('sequence', '<', Number(last))
    .execute()
  const recorder = recordChanges(followBlocks(platform.connect(owner.client), { since: String(first) }))
  await recorder.untilCount('ready', 1)
  expect(recorder.changes.map(({ type }) => type)).toEqual(['resync', 'missed', 'ready'])
  expect(recorder.sequences()).toEqual([last])
})

test('a feed that was set back by a restore is reported with resync once, and followed from its end', async () => {
  const owner = await platform.createPerson()
  const _id = await addBlock(platform.content, owner, 'note')
  await platform.appendBlockChanges(owner, [_id, _id])
  const [, last] = await platform.loadSequences(owner)
  const recorder = recordChanges(followBlocks(platform.connect(owner.client), { since: String(Number(last) + 50) }))
  await recorder.untilCount('ready', 1)
  await platform.appendBlockChanges(owner, [_id])
  await recorder.until(() => recorder.sequences().length === 1)
  expect(recorder.changes.map(({ type }) => type).filter((type) => type === 'resync')).toEqual(['resync'])
  expect(recorder.sequences()).toEqual((await platform.loadSequences(owner)).slice(2))
})

test('without `since`, following starts with the present and misses nothing from then on', async () => {
  const owner = await platform.createPerson()
  const _id = await addBlock(platform.content, owner, 'note')
  await platform.appendBlockChanges(owner, [_id, _id])
  const earlier = await platform.loadSequences(owner)
  const recorder = recordChanges(followBlocks(platform.connect(owner.client)))
  await recorder.untilCount('ready', 1)
  platform.proxy.cut()
  await platform.appendBlockChanges(owner, [_id, _id])
  platform.proxy.restore()
  await recorder.untilCount('ready', 2)
  expect(recorder.sequences()).toEqual((await platform.loadSequences(owner)).slice(earlier.length))
})
