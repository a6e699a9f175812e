import { getEventListeners, once } from 'node:events'
import { expect, test } from '@jest/globals'
import { limitTime } from '../../../src/runtime/time-limit.ts'

test('a limit aborts when its time is over, with the reason that AbortSignal.timeout has', async () => {
  const { signal } = limitTime(1)
  // The timer alone does not keep the process running.
  const running = setInterval(() => undefined, 1000)
  if (!signal.aborted) await once(signal, 'abort')
  clearInterval(running)
  expect(signal.reason).toBeInstanceOf(DOMException)
  expect(signal.reason.name).toBe('TimeoutError')
})

test('a limit aborts with its parent, for the reason of that', () => {
  const parent = new AbortController()
  const { signal } = limitTime(60_000, parent.signal)
  expect(signal.aborted).toBe(false)
  parent.abort('gone')
  expect([signal.aborted, signal.reason]).toEqual([true, 'gone'])
})

test('a limit of an aborted parent is aborted', () => {
  expect(limitTime(60_000, AbortSignal.abort('gone')).signal.reason).toBe('gone')
})

test('a released limit leaves nothing with its parent, and does not abort any more', () => {
  const parent = new AbortController()
  const { signal, release } = limitTime(60_000, parent.signal)
  expect(getEventListeners(parent.signal, 'abort')).toHaveLength(1)
  release()
  expect(getEventListeners(parent.signal, 'abort')).toHaveLength(0)
  parent.abort()
  expect(signal.aborted).toBe(false)
})
