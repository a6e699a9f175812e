import { describe, expect, test } from '@jest/globals'
import { lookUp } from '../../../../src/kit/memory/lookups.ts'
import { createCall } from '../../../kit/call.ts'

function aConnection(connectionId = 'connection-1', email = 'ann@example.com') {
  const credential = { accessToken: 'token', email, profile: null }
  return { connectionId, provider: 'provider-hub', application: 'an-application', credential }
}

describe('a look-up', () => {
  test('is made once, also while it runs, and for each connection, account and key', async () => {
    const call = createCall({})
    let count = 0
    const fetch = async () => ++count
    const look = (connection = aConnection(), key = 'spaces/1') => lookUp(call, connection, key, fetch)
    expect(await Promise.all([look(), look()])).toEqual([1, 1])
    expect(await look()).toBe(1)
    expect(await look(aConnection('connection-2'))).toBe(2)
    expect(await look(aConnection('connection-1', 'bob@example.com'))).toBe(3)
    expect(await look(aConnection(), 'spaces/2')).toBe(4)
    expect(await lookUp(createCall({}), aConnection(), 'spaces/1', fetch)).toBe(5)
  })

  test('that found nothing is not made again', async () => {
    const call = createCall({})
    let count = 0
    const fetch = async () => void count++
    await lookUp(call, aConnection(), 'people/1', fetch)
    await lookUp(call, aConnection(), 'people/1', fetch)
    expect(count).toBe(1)
  })

  test('that failed is made again', async () => {
    const call = createCall({})
    const failing = lookUp(call, aConnection(), 'people/1', () => Promise.reject(new Error('down')))
    await expect(failing).rejects.toThrow('down')
    expect(await lookUp(call, aConnection(), 'people/1', async () => 'ann')).toBe('ann')
  })

  test('that fails for another request is made again for this one', async () => {
    const call = createCall({})
    const failing = lookUp(call, aConnection(), 'people/1', () => Promise.reject(new Error('gone')))
    const waiting = [1, 2].map((number) => lookUp(call, aConnection(), 'people/1', async () => number))
    await expect(failing).rejects.toThrow('gone')
    expect(await Promise.all(waiting)).toEqual([1, 1])
  })

  test('has a key that reveals neither the account nor what is looked up', async () => {
    const call = createCall({})
    await lookUp(call, aConnection(), 'people/1', async () => 'ann')
    expect([...call.memory.lookups.keys()].join()).not.toMatch(/ann|people|connection/)
  })
})
