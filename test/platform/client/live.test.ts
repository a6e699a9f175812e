import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { type BlockEvent, blockChanges } from '../../../platform/client/block-changes.ts'
import { changes } from '../../../platform/client/changes.ts'
import {
  BlockChangedDocument,
  type BlockChangedSubscription,
  ThreadChangedDocument,
} from '../../../platform/client/documents.ts'
import { SignInRequired } from '../../../platform/client/errors.ts'
import { GraphClient } from '../../../platform/client/graph-client.ts'
import { GraphLive } from '../../../platform/client/graph-live.ts'
import { appendChanges, type Change } from '../../../platform/storage/changes.ts'
import { inTransaction } from '../../../platform/storage/postgres/database.ts'
import { refreshGuests, touchLinks } from '../../../platform/storage/sharing.ts'
import type { Tenant } from '../../../platform/storage/connections/tenants.ts'
import { type Api, startApi } from '../graph/api.ts'
import { addBlock, addPerson, addTag, type Content } from '../graph/block-content.ts'
import { type Listener, listenTo } from './listener.ts'
import { type Person, person } from './person.ts'
import { startProxy, type TcpProxy } from './tcp-proxy.ts'

const RETRY = { leastMs: 5, mostMs: 50 }

let api: Api
let proxy: TcpProxy
let content: Content
const live: GraphLive[] = []
beforeAll(async () => {
  api = await startApi()
  proxy = await startProxy(api.url)
  content = { db: api.db, now: 1_700_000_000_000 }
})
afterEach(() => {
  for (const one of live.splice(0)) one.close()
  proxy.mend()
})
afterAll(async () => {
  await proxy.stop()
  await api.stop()
})

function hearing(client: GraphClient): GraphLive {
  const one = new GraphLive(client, { retry: RETRY })
  live.push(one)
  return one
}

const someone = () => person(api, { url: proxy.url })

/** Something that has happened to blocks. */
function tell(tenant: Tenant, ids: readonly string[], rest: Partial<Change> = {}): Promise<void> {
  const happened = ids.map(
    (subject_id): Change => ({
      ...{ event_type: 'UPDATED', subject: 'block', subject_id, subject_type: 'note' },
      ...rest,
    }),
  )
  return inTransaction(api.db, (tx) => appendChanges(tx, tenant.tenantId, happened, content.now))
}

/** The sequences of all that has happened to blocks since a tenant is there. */
async function happened({ tenantId }: Tenant): Promise<number[]> {
  const rows = await api.db
    .selectFrom('change_events')
    .select('sequence')
    .where('tenant_id', '=', tenantId)
    .where('subject', '=', 'block')
    .orderBy('sequence')
    .execute()
  return rows.map(({ sequence }) => sequence)
}

/** The feed of blocks, just as it comes. */
function feedOf(one: GraphLive, options: { since?: string; signal?: AbortSignal } = {}) {
  const followed = {
    ...{ document: BlockChangedDocument, variables: {}, subject: 'block' as const },
    pick: ({ blockChanged }: BlockChangedSubscription) => blockChanged,
  }
  return changes(one, followed, options)
}

describe('a subscription', () => {
  test('tells what happens, and goes on after its socket was broken', async () => {
    const owner = await someone()
    const _id = await addBlock(content, owner, 'note', { title: 'Plan' })
    const one = hearing(owner.client)
    const events = one.subscribe(BlockChangedDocument, { input: { _ids: [_id] } })
    expect((await comesWhile(events.next(), () => tell(owner, [_id]))).value).toMatchObject({
      blockChanged: { _id, eventType: 'UPDATED', block: { title: 'Plan' } },
    })
    proxy.cut()
    const later = first(events, ({ blockChanged }) => blockChanged.eventType === 'ARCHIVED')
    proxy.mend()
    const archive = () => tell(owner, [_id], { event_type: 'ARCHIVED' })
    expect(await comesWhile(later, archive)).toMatchObject({ blockChanged: { _id } })
  })

  test('of what is not there fails at once', async () => {
    const { client } = await someone()
    const events = hearing(client).subscribe(ThreadChangedDocument, { input: { _id: randomUUID() } })
    await expect(events.next()).rejects.toMatchObject({ name: 'GraphRequestError', code: 'NOT_FOUND' })
  })

  test('ends when it is aborted, with the reason', async () => {
    const { client } = await someone()
    const controller = new AbortController()
    const events = hearing(client).subscribe(BlockChangedDocument, {}, { signal: controller.signal })
    const next = events.next()
    controller.abort(new Error('enough'))
    await expect(next).rejects.toThrow('enough')
  })

  test('ends when all is closed', async () => {
    const { client } = await someone()
    const one = hearing(client)
    const listener = listenTo(feedOf(one))
    await listener.count('ready', 1)
    one.close()
    expect(await listener.ended).toMatchObject({ name: 'AbortError' })
  })
})

async function first<Item>(items: AsyncIterable<Item>, isWanted: (item: Item) => boolean): Promise<Item | undefined> {
  for await (const item of items) if (isWanted(item)) return item
  return undefined
}

/** Repeats something until a promise is kept: nobody tells when a bare subscription has begun. */
async function comesWhile<Value>(promise: Promise<Value>, repeat: () => Promise<void>): Promise<Value> {
  let isKept = false
  const end = () => {
    isKept = true
  }
  promise.then(end, end)
  while (!isKept) await repeat()
  return promise
}

describe('following without holes', () => {
  test('what happens while the wire is down is told afterwards, each once and in order', async () => {
    const owner = await someone()
    const ids = [await addBlock(content, owner, 'note'), await addBlock(content, owner, 'note')]
    const listener = listenTo(feedOf(hearing(owner.client), { since: '0' }))
    await listener.count('ready', 1)
    for (const [round, writes] of [3, 0, 40, 1].entries()) {
      await tell(owner, ids)
      proxy.cut()
      for (let written = 0; written < writes; written += 1) await tell(owner, ids)
      proxy.mend()
      await listener.count('ready', round + 2)
      await tell(owner, ids)
    }
    const all = await happened(owner)
    await listener.until(() => listener.told().length >= all.length)
    expect(listener.told()).toEqual(all)
    expect(listener.signals.map(({ type }) => type)).toEqual(expect.arrayContaining(['missed', 'event']))
  })

  test('what happens while the wire is being cut is not lost either', async () => {
    const owner = await someone()
    const _id = await addBlock(content, owner, 'note')
    const listener = listenTo(feedOf(hearing(owner.client), { since: '0' }))
    await listener.count('ready', 1)
    for (let round = 0; round < 30; round += 1) {
      const writing = tell(owner, [_id])
      if (round % 3 === 1) proxy.cut()
      if (round % 3 === 2) proxy.mend()
      await writing
    }
    proxy.mend()
    const all = await happened(owner)
    await listener.until(() => listener.told().length >= all.length)
    expect(listener.told()).toEqual(all)
  })

  test('more than a page of it is told page by page', async () => {
    const owner = await someone()
    const _id = await addBlock(content, owner, 'note')
    await tell(
      owner,
      Array.from({ length: 1_100 }, () => _id),
    )
    const listener = listenTo(feedOf(hearing(owner.client), { since: '0' }))
    await listener.count('ready', 1)
    expect(listener.told()).toEqual(await happened(owner))
    expect(listener.signals.filter(({ type }) => type === 'missed')).toHaveLength(3)
  })

  test('it goes on where an earlier time has stopped', async () => {
    const owner = await someone()
    const _id = await addBlock(content, owner, 'note')
    await tell(owner, [_id, _id])
    const [, since] = await happened(owner)
    await tell(owner, [_id, _id])
    const listener = listenTo(feedOf(hearing(owner.client), { since: String(since) }))
    await listener.count('ready', 1)
    expect(listener.told()).toEqual((await happened(owner)).slice(2))
  })

  test('what is kept no longer is said to be gone, and the rest is told', async () => {
    const owner = await someone()
    const _id = await addBlock(content, owner, 'note')
    await tell(owner, [_id, _id, _id, _id])
    const [first, , , last] = await happened(owner)
    await api.db
      .deleteFrom('change_events')
      .where('tenant_id', '=', owner.tenantId)
      .where('sequence', '<', Number(last))
      .execute()
    const listener = listenTo(feedOf(hearing(owner.client), { since: String(first) }))
    await listener.count('ready', 1)
    expect(listener.signals.map(({ type }) => type)).toEqual(['resync', 'missed', 'ready'])
    expect(listener.told()).toEqual([last])
  })

  test('without a beginning it begins now, and misses nothing from then on', async () => {
    const owner = await someone()
    const _id = await addBlock(content, owner, 'note')
    await tell(owner, [_id, _id])
    const before = await happened(owner)
    const listener = listenTo(feedOf(hearing(owner.client)))
    await listener.count('ready', 1)
    proxy.cut()
    await tell(owner, [_id, _id])
    proxy.mend()
    await listener.count('ready', 2)
    expect(listener.told()).toEqual((await happened(owner)).slice(before.length))
  })
})

describe('changes of blocks', () => {
  test('that were missed come as those that were heard, with the blocks as they are now', async () => {
    const owner = await someone()
    const tag = await addTag(content, owner)
    const linked = await addBlock(content, owner, 'note', { title: 'Linked', links: [{ tag }] })
    const archived = await addBlock(content, owner, 'note', { title: 'Old', archived: true, links: [{ tag }] })
    const other = await addBlock(content, owner, 'note', { title: 'Other' })
    const listener = listenTo(blockChanges(hearing(owner.client), { tags: [tag] }, { since: '0' }))
    await listener.count('ready', 1)
    proxy.cut()
    await tell(owner, [linked, other])
    await tell(owner, [archived], { event_type: 'ARCHIVED' })
    proxy.mend()
    await listener.count('ready', 2)
    await tell(owner, [other, linked])
    await listener.count('event', 3)
    const events = listener.signals.flatMap((one) => (one.type === 'event' ? [one.event] : []))
    expect(events).toMatchObject([
      { _id: linked, eventType: 'UPDATED', blockType: 'note', block: { title: 'Linked' } },
      { _id: archived, eventType: 'ARCHIVED', block: { title: 'Old', archived: true } },
      { _id: linked, eventType: 'UPDATED', blockType: 'note', block: { title: 'Linked' } },
    ])
    expect(Object.keys(events[0] ?? {}).toSorted()).toEqual(Object.keys(events[2] ?? {}).toSorted())
  })

  test('tell once of a block that was lost meanwhile, and nothing of it but its id', async () => {
    const [owner, guest] = [await someone(), await someone()]
    const tag = await addPerson(content, owner, guest.email)
    const _id = await addBlock(content, owner, 'note', { title: 'Secret', links: [{ tag, shared: true }] })
    const listener = listenTo(blockChanges(hearing(guest.client), { _ids: [_id.toUpperCase()] }, { since: '0' }))
    await listener.count('ready', 1)
    proxy.cut()
    await inTransaction(api.db, async (tx) => {
      await tx.deleteFrom('sharing').where('tag_id', '=', tag).where('block_id', '=', _id).execute()
      await touchLinks(tx, owner.tenantId, [_id], content.now)
      await refreshGuests(tx, owner.tenantId, [_id], content.now)
    })
    await tell(guest, [_id, _id], { actor_id: owner.tenantId })
    proxy.mend()
    await listener.count('ready', 2)
    const events = listener.signals.flatMap((one) => (one.type === 'event' ? [one.event] : []))
    expect(events).toMatchObject([
      { eventType: 'SHARED', block: { title: 'Secret' } },
      { _id, eventType: 'UNSHARED', actor: null, block: null },
    ])
  })
})

describe('a socket and its token', () => {
  /** Somebody whose token is over in a second; what is refreshed is for longer, unless a test says otherwise. */
  async function briefly(oddity: object = {}): Promise<Person & { refreshes: () => number }> {
    let refreshes = 0
    const owner = await someone()
    const brief = await api.issuer.token(owner.email, { claims: { exp: Math.floor(Date.now() / 1_000) - 59 } })
    const refresh = () => {
      refreshes += 1
      return api.issuer.token(owner.email, oddity)
    }
    const client = new GraphClient({ url: proxy.url, token: brief, refresh })
    return { ...owner, client, refreshes: () => refreshes }
  }

  test('that expires is opened again with another one, and nothing is lost', async () => {
    const owner = await briefly()
    const _id = await addBlock(content, owner, 'note')
    const one = hearing(owner.client)
    const [listener, other] = [listenTo(feedOf(one, { since: '0' })), listenTo(feedOf(one, { since: '0' }))]
    const isBack = (one: Listener<BlockEvent>) => owner.refreshes() > 0 && one.signals.at(-1)?.type === 'ready'
    await Promise.all([listener, other].map((each) => each.until(() => isBack(each))))
    await tell(owner, [_id])
    await Promise.all([listener.count('event', 1), other.count('event', 1)])
    expect(listener.told()).toEqual(await happened(owner))
    expect(owner.refreshes()).toBe(1)
  })

  test.each([
    ['is refused', { forged: true }],
    ['has expired', { claims: { exp: 1_000 } }],
  ])('asks for a new sign-in when the refreshed token %s too', async (_, oddity) => {
    const owner = await briefly(oddity)
    const one = hearing(owner.client)
    const [listener, other] = [listenTo(feedOf(one)), listenTo(feedOf(one))]
    expect(await listener.ended).toBeInstanceOf(SignInRequired)
    expect(await other.ended).toBeInstanceOf(SignInRequired)
  })
})
