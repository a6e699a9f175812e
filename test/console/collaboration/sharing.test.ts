import { describe, expect, test } from '@jest/globals'
import { type Activity, reasonOf, type SharedBlock } from '../../../console/src/collaboration/sharing/reasons.ts'
import {
  grantableLevels,
  ownLevelOf,
  refusalOf,
  splitShares,
} from '../../../console/src/collaboration/sharing/rules.ts'
import { shareOf } from './shares.ts'

const NOTE: SharedBlock = {
  __typename: 'Note',
  _id: 'note',
  blockType: 'note',
  title: 'Plan',
  access: 'RW',
  archived: false,
  application: null,
  otherSharingCount: 0,
  creator: { name: 'Me', self: true },
  sharingTags: [],
  reactions: [],
}

const tagged = (_id: string) => ({ tag: { _id } })
const EVENT = {
  ...NOTE,
  __typename: 'Event',
  blockType: 'event',
  application: 'calendar',
  organizedBy: tagged('olga'),
  attendees: [tagged('ann'), { tag: null }],
} as unknown as SharedBlock
const EMAIL = {
  ...NOTE,
  __typename: 'Email',
  application: 'mail',
  creator: { name: 'sam', self: false },
  from: tagged('sam'),
  to: [tagged('tom')],
  cc: [],
  bcc: [tagged('bea')],
} as unknown as SharedBlock

const shared = (tagId: string, actor: { name: string | null; self: boolean }): Activity => ({
  activityType: 'SHARED',
  actorType: 'TENANT',
  dateCreated: 1,
  actor,
  detail: { __typename: 'SharingChange', sharingLevel: 1, tag: { _id: tagId, alias: tagId } },
})

function reason(block: SharedBlock, tagId: string, level?: number, approach = 1, activities: readonly Activity[] = []) {
  return reasonOf(shareOf(tagId, level, approach), { block, ownTagId: 'me', activities })
}

describe('why somebody sees a block', () => {
  test('oneself', () => {
    expect(reason(NOTE, 'me', 2)).toBe('you wrote it')
    expect(reason(EVENT, 'me', 2, 2)).toBe('it is yours')
    expect(reason(EMAIL, 'me', 2, 2)).toBe('from an account that you have connected')
    const guest = { ...NOTE, creator: { name: 'Ada', self: false } }
    expect(reason(guest, 'me', 0)).toBe('shared with you')
    expect(reason(guest, 'me', 0, 1, [shared('me', { name: 'Ada', self: false })])).toBe('shared with you by Ada')
  })

  test('others, by who invited them', () => {
    expect(reason(NOTE, 'bo', 1, 1, [shared('bo', { name: 'Me', self: true })])).toBe('invited by you')
    expect(reason(NOTE, 'bo', 1, 1, [shared('bo', { name: 'Ada', self: false })])).toBe('invited by Ada')
    expect(reason(NOTE, 'bo', 1)).toBe('invited')
    expect(reason(NOTE, 'bo', 1, 0)).toBe('invited by a mention in the text')
    expect(reason(NOTE, 'bo', 1, 2)).toBe('has access')
  })

  test('others, by what they have to do with a meeting or an email', () => {
    expect(reason(EVENT, 'ann', undefined, 2)).toBe('attendee of the meeting, not shared')
    expect(reason(EVENT, 'olga', undefined, 2)).toBe('organizer of the meeting, not shared')
    expect(reason(EMAIL, 'tom', undefined, 2)).toBe('recipient of the email, not shared')
    expect(reason(EMAIL, 'bea', undefined, 2)).toBe('recipient of the email, not shared')
    expect(reason(EMAIL, 'sam', 2, 2)).toBe('wrote it')
  })

  test('links that give no access', () => {
    expect(reason(NOTE, 'bo')).toBe('linked, not shared')
    expect(reason(NOTE, 'bo', undefined, 0)).toBe('mentioned in the text, not shared')
    expect(reason(NOTE, 'bo', undefined, 2)).toBe('linked automatically, not shared')
    const link = { ...shareOf('bo', 1), assigned: true, pinned: true }
    expect(reasonOf(link, { block: NOTE, ownTagId: 'me', activities: [] })).toBe(
      'invited, assigned, pinned to the page',
    )
  })
})

describe('what may be changed', () => {
  test('nobody grants more than they have, and readers grant nothing', () => {
    expect([-1, 0, 1, 2].map(grantableLevels)).toEqual([[], [], [0, 1], [0, 1, 2]])
  })

  test('only an owner changes the access of an owner', () => {
    expect(refusalOf(shareOf('bo', 2), 1)).toMatch(/Only an owner/)
    expect(refusalOf(shareOf('bo', 2), 2)).toBeUndefined()
    expect(refusalOf(shareOf('bo', 0), 0)).toMatch(/view only/)
  })

  test('one’s own level counts only if it is shared', () => {
    expect(ownLevelOf([shareOf('me', 1)], 'me')).toBe(1)
    expect(ownLevelOf([shareOf('me', undefined), shareOf('bo', 2)], 'me')).toBe(-1)
    expect(ownLevelOf([], undefined)).toBe(-1)
  })
})

test('those who see the block come first, oneself and owners before others', () => {
  const shares = [
    shareOf('zoe', 0),
    shareOf('ann', 0),
    shareOf('topic', undefined),
    shareOf('own', 2),
    shareOf('me', 1),
  ]
  const { viewers, linked } = splitShares(shares, 'me')
  expect(viewers.map(({ tagId }) => tagId)).toEqual(['me', 'own', 'ann', 'zoe'])
  expect(linked.map(({ tagId }) => tagId)).toEqual(['topic'])
})
