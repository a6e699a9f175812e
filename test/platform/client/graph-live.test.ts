import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { BlockChangedDocument, ThreadChangedDocument } from '../../../platform/client/documents.ts'
import { SignInRequired } from '../../../platform/client/errors.ts'
import { GraphClient } from '../../../platform/client/graph-client.ts'
import { addBlock } from '../graph/block-content.ts'
import { recordChanges } from './change-recorder.ts'
import { followBlocks, type LivePlatform, startLivePlatform } from './live-platform.ts'
import type { Person } from './person.ts'

let platform: LivePlatform
beforeAll(async () => {
  platform = await startLivePlatform()
})
afterEach(() => platform.reset())
afterAll(() => platform.stop())

describe('a subscription', () => {
  test('yields events, also after its socket was broken', async () => {
    const owner = await platform.createPerson()
    const _id = await addBlock(platform.content, owner, 'note', { title: 'Plan' })
    const live = platform.connect(owner.client)
    const events = live.subscribe(BlockChangedDocument, { input: { _ids: [_id] } })
    const update = () => platform.appendBlockChanges(owner, [_id])
    expect((await repeatUntil(events.next(), update)).value).toMatchObject({
      blockChanged: { _id, eventType: 'UPDATED', block: { title: 'Plan' } },
    })
    platform.proxy.cut()
    const archived = findFirst(events, ({ blockChanged }) => blockChanged.eventType === 'ARCHIVED')
    platform.proxy.restore()
    const archive = () => platform.appendBlockChanges(owner, [_id], { event_type: 'ARCHIVED' })
    expect(await repeatUntil(archived, archive)).toMatchObject({ blockChanged: { _id } })
  })

  test('says when its socket is open and when it is not', async () => {
    const { client } = await platform.createPerson()
    const states: boolean[] = []
    const live = platform.connect(client, { onConnectionChange: (isConnected) => states.push(isConnected) })
    const recorder = recordChanges(followBlocks(live))
    await recorder.untilCount('ready', 1)
    expect(states).toEqual([true])
    platform.proxy.cut()
    platform.proxy.restore()
    await recorder.untilCount('ready', 2)
    expect(states).toContain(false)
    expect(states.at(-1)).toBe(true)
  })

  test('of a missing object fails at once', async () => {
    const { client } = await platform.createPerson()
    const events = platform.connect(client).subscribe(ThreadChangedDocument, { input: { _id: randomUUID() } })
    await expect(events.next()).rejects.toMatchObject({ name: 'GraphRequestError', code: 'NOT_FOUND' })
  })

  test('throws the reason of its signal when it is aborted', async () => {
    const { client } = await platform.createPerson()
    const controller = new AbortController()
    const events = platform.connect(client).subscribe(BlockChangedDocument, {}, { signal: controller.signal })
    const next = events.next()
    controller.abort(new Error('enough'))
    await expect(next).rejects.toThrow('enough')
  })

  test('ends with an AbortError when GraphLive is closed', async () => {
    const { client } = await platform.createPerson()
    const live = platform.connect(client)
    const recorder = recordChanges(followBlocks(live))
    await recorder.untilCount('ready', 1)
    live.close()
    expect(await recorder.ended).toMatchObject({ name: 'AbortError' })
  })
})

async function findFirst<Item>(
  items: AsyncIterable<Item>,
  predicate: (item: Item) => boolean,
): Promise<Item | undefined> {
  for await (const item of items) if (predicate(item)) return item
  return undefined
}

/** Repeats an action until a promise is settled, because a bare subscription does not report when it is active. */
async function repeatUntil<Value>(promise: Promise<Value>, action: () => Promise<void>): Promise<Value> {
  let isSettled = false
  const settle = () => {
    isSettled = true
  }
  promise.then(settle, settle)
  while (!isSettled) await action()
  return promise
}

describe('the token of a socket', () => {
  /** Creates a person whose token expires within a second. `tokenOptions` apply to the refreshed token. */
  async function createExpiring(tokenOptions: object = {}): Promise<Person & { countRefreshes: () => number }> {
    let refreshes = 0
    const owner = await platform.createPerson()
    const { issuer } = platform.api
    const token = await issuer.token(owner.email, { claims: { exp: Math.floor(Date.now() / 1_000) - 59 } })
    const refresh = () => {
      refreshes += 1
      return issuer.token(owner.email, tokenOptions)
    }
    const client = new GraphClient({ url: platform.proxy.url, token, refresh })
    return { ...owner, client, countRefreshes: () => refreshes }
  }

  test('is refreshed when it expires, once for all subscriptions, and nothing is missed', async () => {
    const owner = await createExpiring()
    const _id = await addBlock(platform.content, owner, 'note')
    const live = platform.connect(owner.client)
    const recorders = [
      recordChanges(followBlocks(live, { since: '0' })),
      recordChanges(followBlocks(live, { since: '0' })),
    ] as const
    const [recorder] = recorders
    await Promise.all(
      recorders.map(({ changes, until }) =>
        until(() => owner.countRefreshes() > 0 && changes.at(-1)?.type === 'ready'),
      ),
    )
    await platform.appendBlockChanges(owner, [_id])
    await Promise.all(recorders.map(({ untilCount }) => untilCount('event', 1)))
    expect(recorder.sequences()).toEqual(await platform.loadSequences(owner))
    expect(owner.countRefreshes()).toBe(1)
  })

  test.each([
    ['is rejected', { forged: true }],
    ['has expired', { claims: { exp: 1_000 } }],
  ])('ends all subscriptions with SignInRequired when the refreshed one %s too', async (_, tokenOptions) => {
    const owner = await createExpiring(tokenOptions)
    const live = platform.connect(owner.client)
    const recorders = [recordChanges(followBlocks(live)), recordChanges(followBlocks(live))]
    for (const { ended } of recorders) expect(await ended).toBeInstanceOf(SignInRequired)
  })
})
