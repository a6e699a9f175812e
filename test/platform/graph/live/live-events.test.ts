import { expect, test } from '@jest/globals'
import pg from 'pg'
import { LiveEvents, SlowConsumerError } from '../../../../platform/graph/live/follow.ts'
import type { ChangeEvent } from '../../../../platform/storage/changes.ts'

type Listener = (changes: readonly ChangeEvent[]) => void
type ToEvents = (changes: readonly ChangeEvent[]) => Promise<readonly ChangeEvent[]>

function follow(toEvents: ToEvents = async (changes) => changes) {
  const listeners = new Set<Listener>()
  const events = new LiveEvents(toEvents, async (listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  })
  let sequence = 0
  const change = (count: number) => {
    const changes = Array.from({ length: count }, () => ({ sequence: ++sequence }) as ChangeEvent)
    for (const listener of listeners) listener(changes)
  }
  const next = async () => (await events.nextBatch())?.map((event) => event.sequence)
  return { events, change, next, listeners }
}

test('what happens while a batch is handled is one batch', async () => {
  const { change, next } = follow()
  change(1)
  expect(await next()).toEqual([1])
  change(2)
  change(1)
  expect(await next()).toEqual([2, 3, 4])
  const waiting = next()
  change(1)
  expect(await waiting).toEqual([5])
})

test('changes without events are skipped', async () => {
  const { change, next } = follow(async (changes) => changes.filter(({ sequence }) => sequence === 2))
  const waiting = next()
  change(1)
  await Promise.resolve()
  change(1)
  expect(await waiting).toEqual([2])
})

test('ending resolves a waiting client and unsubscribes', async () => {
  const { events, next, listeners } = follow()
  const waiting = next()
  await events.end()
  expect([await waiting, await next(), listeners.size]).toEqual([undefined, undefined, 0])
})

test('a client that is more than 5,000 changes behind is too slow', async () => {
  const { change, next } = follow()
  change(5_000)
  expect(await next()).toHaveLength(5_000)
  change(5_001)
  await expect(next()).rejects.toThrow(SlowConsumerError)
})

test('while the database is unavailable events are delayed, and none is lost', async () => {
  let failures = 2
  const { change, next } = follow(async (changes) => {
    failures -= 1
    if (failures >= 0) throw Object.assign(new pg.DatabaseError('shutting down', 0, 'error'), { code: '57P01' })
    return changes
  })
  const waiting = next()
  change(1)
  await Promise.resolve()
  change(1)
  expect(await waiting).toEqual([1, 2])
})

test('other errors end the subscription', async () => {
  const { change, next } = follow(() => Promise.reject(new Error('broken')))
  change(1)
  await expect(next()).rejects.toThrow('broken')
})

test('a subscription that could not start can be ended', async () => {
  const events = new LiveEvents(
    () => [],
    () => Promise.reject(new Error('no connection')),
  )
  await expect(events.nextBatch()).rejects.toThrow('no connection')
  await events.end()
})
