import { afterAll, describe, expect, test } from '@jest/globals'
import {
  authorOf,
  dateOf,
  isOverdue,
  isShared,
  isWholeDay,
  type ListedBlock,
  linkedTagsOf,
  titleOf,
  toLine,
} from '../../../console/src/text/blocks.ts'
import { defaultPreferences, writePreferences } from '../../../console/src/text/preferences.ts'

const NOTE: ListedBlock = { _id: '1', blockType: 'note' }
const tag = (_id: string, tagType: 'person' | 'topic' | 'date' = 'person') => ({ _id, alias: `Tag ${_id}`, tagType })

describe('the title of a block in a list', () => {
  test.each<[string, Partial<ListedBlock>, string]>([
    ['is its title', { title: ' Roof\n plan ' }, 'Roof plan'],
    ['is the beginning of a note without one', { title: ' ', summary: 'First line\nsecond' }, 'First line second'],
    ['says what it is without any text', { title: null }, 'Untitled note'],
    ['says that the subject is missing', { blockType: 'email', summary: 'Hello' }, 'Email without a subject'],
    ['is not one that nobody can see', { title: '\u200B\u202E\u0000' }, 'Untitled note'],
    ['is text, whatever it looks like', { title: '<script>alert(1)</script>' }, '<script>alert(1)</script>'],
  ])('%s', (_, block, expected) => {
    expect(titleOf({ ...NOTE, ...block })).toBe(expected)
  })

  test('is cut if it is long, not within a character', () => {
    const title = titleOf({ ...NOTE, title: `x${'🎉'.repeat(5_000)}` })
    expect(title.length).toBeLessThanOrEqual(301)
    expect(title.isWellFormed()).toBe(true)
  })
})

test('a line has no characters that turn the direction of what is around it', () => {
  expect(toLine('a\u202Eb\u2066c\u0007d\u00A0e')).toBe('a b c d e')
})

describe('the time of a block in a list', () => {
  test.each<[string, Partial<ListedBlock>, number | undefined]>([
    ['of a task is when it is due', { blockType: 'task', dateDue: 3, dateAssociated: 2, dateCreated: 1 }, 3],
    ['of a task without one is when it was created', { blockType: 'task', dateDue: null, dateCreated: 1 }, 1],
    ['of an event is its start', { blockType: 'event', dateStart: 0, dateCreated: 1 }, 0],
    ['of a thread is its last message', { blockType: 'thread', dateLastMessage: 5, dateCreated: 1 }, 5],
    ['is missing if nothing is known', {}, undefined],
  ])('%s', (_, block, expected) => {
    expect(dateOf({ ...NOTE, ...block })).toBe(expected)
  })
})

describe('the day of an event of whole days', () => {
  afterAll(() => writePreferences(defaultPreferences()))

  test.each([
    ['Pacific/Auckland', '2026-11-24T00:00:00+13:00'],
    ['Europe/Paris', '2026-11-24T00:00:00+01:00'],
    ['Pacific/Honolulu', '2026-11-24T00:00:00-10:00'],
    [null, '2026-11-24T00:00:00+01:00'],
    ['Nowhere/Else', '2026-11-24T00:00:00+01:00'],
  ])('of %s is the same in Paris, without a time of day', (timeZone, start) => {
    writePreferences({ timeZone: 'Europe/Paris', locale: 'en-GB' })
    const event: ListedBlock = { _id: '1', blockType: 'event', allDay: true, dateStart: Date.parse(start), timeZone }
    expect(dateOf(event)).toBe(Date.parse('2026-11-24T00:00:00+01:00'))
    expect(isWholeDay(event)).toBe(true)
  })

  test('has a time of day unless it is for whole days', () => {
    expect(isWholeDay({ _id: '1', blockType: 'event', dateStart: 0, allDay: false })).toBe(false)
    expect(isWholeDay({ _id: '1', blockType: 'event', dateStart: null, allDay: true })).toBe(false)
    expect(isWholeDay(NOTE)).toBe(false)
  })
})

test('an open task is overdue when it should have been done, a completed one is not', () => {
  expect(isOverdue({ dateDue: 1, status: 'in_progress' }, 2)).toBe(true)
  expect(isOverdue({ dateDue: 3, status: 'in_progress' }, 2)).toBe(false)
  expect(isOverdue({ dateDue: 1, status: 'completed' }, 2)).toBe(false)
  expect(isOverdue({ dateDue: null }, 2)).toBe(false)
})

test('a block is shared if somebody else has access, not by the link of its owner', () => {
  const own = { shared: true, tag: tag('own') }
  expect(isShared({ sharingTags: [own, { shared: false, tag: tag('b') }] }, 'own')).toBe(false)
  expect(isShared({ sharingTags: [own, { shared: true, tag: tag('b') }] }, 'own')).toBe(true)
  expect(isShared({ sharingTags: null }, 'own')).toBe(false)
})

test('who wrote it is the person, the sender or the creator', () => {
  expect(authorOf({ ...NOTE, creator: { name: 'Ada', self: true } })).toBe('You')
  expect(authorOf({ ...NOTE, from: { email: 'b@x.example', friendlyName: null } })).toBe('b@x.example')
  expect(authorOf({ ...NOTE, creator: { name: null, self: false } })).toBeUndefined()
})

test('linked tags are people first, without the person, the author, dates and repetitions', () => {
  const links = [tag('c', 'topic'), tag('d', 'date'), tag('own'), tag('b'), tag('b'), null, tag('e')]
  const block = {
    ...NOTE,
    creator: { name: 'Tag e', self: false },
    sharingTags: links.map((entry) => ({ tag: entry })),
  }
  expect(linkedTagsOf(block, 'own').map(({ _id }) => _id)).toEqual(['b', 'c'])
})
