import { afterEach, describe, expect, test } from '@jest/globals'
import nock from 'nock'
import { cutNetwork } from './network.ts'
import { defineRecordings, isRecorded } from './recordings.ts'

cutNetwork()
afterEach(() => nock.cleanAll())

describe('a recorded value', () => {
  test.each([
    ['Bearer *', 'Bearer a.b', true],
    ['Bearer *', 'Basic a', false],
    ['a.c', 'abc', false],
    [{ a: ['x', 1] }, { a: ['x', 1] }, true],
    [{ a: 'x' }, { a: 'x', b: 'y' }, false],
    [{ a: 'x', b: 'y' }, { a: 'x' }, false],
    [[1, 2], [1], false],
    [null, null, true],
    [{}, null, false],
    [1, '1', false],
  ])('%j and %j: %s', (recorded, actual, expected) => {
    expect(isRecorded(recorded, actual)).toBe(expected)
  })
})

describe('a recording', () => {
  const recording = {
    scope: 'https://vendor.example',
    method: 'POST',
    path: '/token',
    reqheaders: { authorization: 'Bearer *' },
    body: { grant_type: 'refresh_token', refresh_token: '*' },
    status: 200,
    response: { ok: true },
  }
  const send = async (authorization: string, form: Record<string, string>) => {
    const init = { method: 'POST', headers: { authorization }, body: new URLSearchParams(form) }
    const response = await fetch('https://vendor.example/token', init).catch(() => undefined)
    return response?.status === 200 ? response.json() : undefined
  }

  test('answers the recorded request and no other', async () => {
    defineRecordings([recording])
    expect(await send('Bearer 1', { grant_type: 'authorization_code', refresh_token: 'r' })).toBeUndefined()
    expect(await send('Basic 1', { grant_type: 'refresh_token', refresh_token: 'r' })).toBeUndefined()
    expect(await send('Bearer 1', { grant_type: 'refresh_token', refresh_token: 'r' })).toEqual({ ok: true })
  })

  test('of a write must have a body', () => {
    const { body: _, ...rest } = recording
    expect(() => defineRecordings([rest])).toThrow('The recording of POST /token has no body')
  })
})
