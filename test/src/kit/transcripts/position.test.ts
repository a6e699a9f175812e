import { describe, expect, test } from '@jest/globals'
import {
  initialPosition,
  isInWindow,
  openPosition,
  sealPosition,
  toTranscriptionLimit,
} from '../../../../src/kit/transcripts/position.ts'
import { createCall } from '../../../kit/call.ts'

function aRequest(
  filter: { dateStart?: number; dateEnd?: number; limit?: number; cursor?: string } = {},
  connectionId = 'c-1',
) {
  const credential = { accessToken: 'token', email: 'ann@example.com', profile: null }
  const connectedProvider = { connectionId, provider: 'provider-hub', application: 'meetings', credential }
  return { connectedProvider, transcriptionFilter: { dateStart: 0, dateEnd: 10, ...filter } }
}

test.each([
  [undefined, 20],
  [1, 1],
  [100, 100],
  [500, 100],
])('a limit of %s is %d', (limit, expected) => {
  expect(toTranscriptionLimit(limit)).toBe(expected)
})

test('a sync reads until the end of its window, or until it begins', () => {
  expect(initialPosition(10, 20).before).toBe(10)
  expect(initialPosition(30, 20).before).toBe(20)
})

test.each([
  ['ends at the start of the window', 0, 5, false],
  ['ends in it', 0, 6, true],
  ['begins in it', 9, 20, true],
  ['begins at its end', 10, 20, false],
  ['surrounds it', 0, 20, true],
  ['goes on', 0, undefined, true],
])('a meeting that %s', (_, dateStart, dateEnd, expected) => {
  const meeting = dateEnd === undefined ? { dateStart } : { dateStart, dateEnd }
  expect(isInWindow(meeting, { dateStart: 5, before: 10 })).toBe(expected)
})

describe('a cursor', () => {
  const call = createCall({})
  const cursor = sealPosition(aRequest(), call, { before: 7 })

  test('has the position, also if the limit changes', () => {
    expect(openPosition(aRequest({ cursor, limit: 3 }), call)).toEqual({ before: 7 })
    expect(openPosition(aRequest(), call)).toBeUndefined()
  })

  test.each([
    ['was altered', aRequest({ cursor: cursor.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')) })],
    ['is none', aRequest({ cursor: 'next' })],
    ['is of another connection', aRequest({ cursor }, 'c-2')],
    ['is of another window', aRequest({ cursor, dateEnd: 11 })],
  ])('that %s is refused where it stands', (_, request) => {
    expect(() => openPosition(request, call)).toThrow(
      expect.objectContaining({
        status: 400,
        options: expect.objectContaining({
          errors: [expect.objectContaining({ pointer: '#/transcriptionFilter/cursor' })],
        }),
      }),
    )
  })
})
