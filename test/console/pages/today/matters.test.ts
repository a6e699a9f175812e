import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { toBuckets } from '../../../../console/src/pages/today/activity.ts'
import { lastDays, rangeOfDays } from '../../../../console/src/pages/today/days.ts'
import {
  countOthers,
  describeReason,
  findMailThatMatters,
  type Mail,
} from '../../../../console/src/pages/today/mail.ts'
import type { Meeting } from '../../../../console/src/pages/today/meetings.ts'
import { parsePeriod, toPeople, toPeopleMet } from '../../../../console/src/pages/today/people.ts'
import { reasonOf, type TaskOfToday, toProposals, toTasks } from '../../../../console/src/pages/today/tasks.ts'
import { defaultPreferences, writePreferences } from '../../../../console/src/text/preferences.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NOW = Date.UTC(2026, 10, 23, 12)

beforeAll(() => writePreferences({ timeZone: 'UTC', locale: 'en-GB' }))
afterAll(() => writePreferences(defaultPreferences()))

const tag = (_id: string) => ({
  _id,
  alias: _id,
  tagType: 'person' as const,
  tagSubType: null,
  email: null,
  emailDomain: null,
  avatar: null,
  favicon: null,
})
const sender = (name: string, tagId?: string) => ({
  email: `${name}@x.example`,
  friendlyName: null,
  tag: tagId === undefined ? null : tag(tagId),
})

let count = 0
function mail(members: Partial<Mail> = {}): Mail {
  count += 1
  return {
    _id: `mail-${count}`,
    title: null,
    summary: null,
    dateAssociated: NOW - HOUR,
    direction: 'inbound',
    unread: true,
    hasAttachments: false,
    from: sender('bo'),
    to: [],
    cc: [],
    ...members,
  }
}

const MEETING = { title: 'Weekly', start: NOW + 2 * HOUR, people: [sender('Bo')] } as unknown as Meeting

describe('mail that matters', () => {
  const kinds = (mails: Mail[], meetings: Meeting[] = [], met = toPeopleMet([], 30)) =>
    findMailThatMatters(mails, meetings, met).map(({ reason }) => describeReason(reason, NOW))

  test('is from people whom one meets soon', () => {
    expect(kinds([mail()], [MEETING])).toEqual(['You meet them today at 14:00'])
    expect(kinds([mail()], [{ ...MEETING, start: NOW - HOUR }])).toEqual(['You are in a meeting with them'])
  })

  test('is from people to whom one has written', () => {
    const written = mail({ direction: 'outbound', unread: false, to: [], cc: [{ email: 'BO@x.example' }] })
    expect(kinds([mail(), { ...written, dateAssociated: NOW - DAY }])).toEqual(['You wrote to them yesterday'])
    expect(kinds([mail(), { ...written, dateAssociated: NOW - 4 * DAY }])).toEqual(['You wrote to them on Thu 19 Nov'])
  })

  test('is from people whom one meets often, not only once', () => {
    const people = (times: number) => toPeopleMet([{ ...tag('t1'), times }], 90)
    const found = [mail({ from: sender('bo', 't1') })]
    expect(kinds(found, [], people(3))).toEqual(['You met 3 times in the last 90 days'])
    expect(kinds(found, [], people(2))).toEqual([])
  })

  test('is unread, and neither one’s own nor from anybody', () => {
    const others = [mail({ unread: false }), mail({ direction: 'outbound' }), mail({ from: null })]
    expect(kinds(others, [MEETING])).toEqual([])
    const newsletter = mail({ from: sender('news') })
    const all = [newsletter, mail(), ...others]
    const found = findMailThatMatters(all, [MEETING], undefined)
    expect(found).toHaveLength(1)
    // The newsletter, and the one from nobody.
    expect(countOthers(all, found)).toBe(2)
  })
})

describe('tasks', () => {
  const task = (members: Partial<TaskOfToday>): TaskOfToday => ({
    _id: 'task-1',
    blockType: 'task',
    title: 'Send it',
    summary: null,
    status: 'not_started',
    priority: false,
    proposed: false,
    access: 'RW',
    dateDue: null,
    dateCreated: NOW,
    assignedTags: [],
    originReferenceBlock: null,
    ...members,
  })

  test.each([
    [{ dateDue: NOW - DAY }, 'Overdue for 1 day'],
    [{ dateDue: NOW - 3 * DAY }, 'Overdue for 3 days'],
    [{ dateDue: NOW - HOUR }, 'Due today'],
    [{ dateDue: NOW + DAY }, 'Due tomorrow'],
    [{ dateDue: NOW + 3 * DAY }, 'Due Thu 26 Nov'],
    [{ dateDue: null, priority: true }, 'Priority'],
    [{ dateDue: null, priority: false }, 'Without a date'],
  ])('%j is there because: %s', (members, text) => {
    expect(reasonOf({ priority: false, ...members }, NOW).text).toBe(text)
  })

  test('are each listed once, by their due date, without completed ones', () => {
    const [late, marked, done] = [
      task({ _id: 'a', dateDue: NOW - DAY }),
      task({ _id: 'b', priority: true }),
      task({ _id: 'c', status: 'completed' }),
    ]
    expect(toTasks([marked, late, done], [late, {}], null).map(({ _id }) => _id)).toEqual(['a', 'b'])
  })

  test('that are proposed come in the order: one’s own, then the newest', () => {
    const found = [
      task({ _id: 'others', assignedTags: [tag('bo')] }),
      task({ _id: 'old', dateCreated: NOW - DAY }),
      task({ _id: 'mine', assignedTags: [tag('bo'), tag('me')] }),
    ]
    expect(toProposals(found, 'me').map(({ _id }) => _id)).toEqual(['mine', 'old', 'others'])
  })
})

test('people come by the number of meetings', () => {
  const found = (alias: string, event: number) => ({ ...tag(alias), blockTypes: { event, transcription: 0 } })
  expect(toPeople([found('a', 1), found('b', 4), found('c', 0)]).map(({ alias }) => alias)).toEqual(['b', 'a'])
  expect([parsePeriod('90'), parsePeriod('31'), parsePeriod(null)]).toEqual([90, 30, 30])
})

test('the chart has a bucket for every day, and counts those of the person’s calendar', () => {
  writePreferences({ timeZone: 'Europe/Paris', locale: 'en-GB' })
  const days = lastDays(3, NOW)
  const { gte, lt } = rangeOfDays(days)
  expect([gte, lt]).toEqual([Date.UTC(2026, 10, 20, 23), Date.UTC(2026, 10, 23, 23)])
  const buckets = toBuckets(days, [{ date: Date.UTC(2026, 10, 21, 23), blockType: 'email', count: 2 }], NOW)
  expect(buckets.map(({ label, tick, values }) => [label, tick, values])).toEqual([
    ['Sat 21 Nov', '21 Nov', {}],
    ['Sun 22 Nov', '22 Nov', { email: 2 }],
    ['Mon 23 Nov', '23 Nov', {}],
  ])
  writePreferences({ timeZone: 'UTC', locale: 'en-GB' })
})
