import { beforeAll, describe, expect, test } from '@jest/globals'
import { describe as describeItem } from '../../../../console/src/pages/recommendations/describe/by-type.ts'
import { joinNames } from '../../../../console/src/pages/recommendations/describe/description.ts'
import { draftText } from '../../../../console/src/pages/recommendations/describe/draft-text.ts'
import {
  GROUPS,
  type Item,
  neighborOf,
  snoozeTimes,
  snoozeUntilDay,
  toGroups,
  typesOf,
} from '../../../../console/src/pages/recommendations/feed.ts'
import { writePreferences } from '../../../../console/src/text/preferences.ts'
import { RECOMMENDATION_TYPES } from '../../../../platform/storage/graph/user/recommendations.ts'

beforeAll(() => {
  Object.assign(globalThis, { localStorage: { getItem: () => null, setItem: () => {} } })
  writePreferences({ timeZone: 'UTC', locale: 'en-GB' })
})

const tag = (_id: string, alias: string, more: object = {}) => ({
  _id,
  alias,
  tagType: 'person' as const,
  tagSubType: null,
  email: null,
  emailDomain: null,
  url: null,
  phoneNumber: null,
  description: null,
  taskCount: null,
  ...more,
})
const block = {
  _id: 'b',
  blockType: 'event' as const,
  title: 'Kickoff',
  summary: null,
  dateAssociated: null,
  sharingTags: [],
}

function item(recommendationType: Item['recommendationType'], more: Partial<Item> = {}): Item {
  return {
    _id: recommendationType,
    recommendationType,
    state: 'open',
    displayTitle: 'Do it',
    displayDescription: null,
    displayLabel: null,
    tagIds: [],
    dateCreated: 0,
    dateExpires: null,
    dateSnoozedUntil: null,
    navigation: { route: null, blockId: null, tagId: null },
    tags: [tag('a', 'Ada', { email: 'ada@x.example' }), tag('c', 'Bo')],
    blocks: [block],
    upsertRecommendation: null,
    tagRecommendation: null,
    mergeTagsRecommendation: null,
    shareRecommendation: null,
    followUpRecommendation: null,
    meetingRecommendation: null,
    insightRecommendation: null,
    businessObjectRecommendation: null,
    reconnectRecommendation: null,
    syncPausedRecommendation: null,
    ...more,
  }
}

const draft = (more: object) => ({
  blockType: 'note' as const,
  title: 'Agenda',
  document: null,
  tagIds: ['a'],
  block: null,
  ...more,
})
const reference = { id: 'b', blockType: 'event' as const }
const tagDetail = (more: object) => ({ tag: null, fields: [], table: null, values: [], ...more })

describe('accepting is put into words:', () => {
  test('a new note', () => {
    const { effect, before, after, isUndoable } = describeItem(item('upsert_note', { upsertRecommendation: draft({}) }))
    expect(effect).toBe('Creates the note “Agenda”, linked to Ada. Only you see it.')
    expect([before, after, isUndoable]).toEqual([
      [],
      [
        { label: 'Title', value: 'Agenda' },
        { label: 'Linked to', value: 'Ada' },
      ],
      true,
    ])
  })

  test('a changed task', () => {
    const upsertRecommendation = draft({ blockType: 'task', block: { _id: 'b' }, tagIds: [] })
    const { effect, before, after, isUndoable } = describeItem(item('upsert_task', { upsertRecommendation }))
    expect(effect).toBe('Changes the task “Kickoff” for everybody who sees it.')
    expect([before[0]?.value, after[0]?.value, isUndoable]).toEqual(['Kickoff', 'Agenda', undefined])
  })

  test('a new tag, a changed one, and its record', () => {
    const fields = [
      { name: 'phoneNumber', value: '1' },
      { name: 'alias', value: 'Cy' },
    ]
    expect(describeItem(item('upsert_tag', { tagRecommendation: tagDetail({ fields }) })).effect).toContain('Adds “Cy”')
    const existing = { ...tag('a', 'Ada', { phoneNumber: '0' }), friendlyName: null, externalId: null }
    const changed = describeItem(item('upsert_tag', { tagRecommendation: tagDetail({ fields, tag: existing }) }))
    expect(changed.effect).toBe('Changes phone and name of Ada.')
    expect([changed.before[0]?.value, changed.after[0]?.value]).toEqual(['0', '1'])
    const table = {
      _id: 't',
      title: 'Contact',
      metadata: { label: 'Contacts', fields: [{ name: 'LastName', label: 'Last name' }] },
    }
    const values = [{ name: 'LastName', value: 'Lovelace' }]
    const record = describeItem(item('upsert_tag', { tagRecommendation: tagDetail({ tag: existing, table, values }) }))
    expect(record.effect).toContain('Adds Ada to Contacts')
    expect(record.after).toEqual([{ label: 'Last name', value: 'Lovelace' }])
  })

  test('a merge says which stays and what moves', () => {
    const mergeTagsRecommendation = { keepTagId: 'a', tagIds: ['c', 'gone'] }
    const { effect, before, after } = describeItem(item('merge_tags', { mergeTagsRecommendation }))
    expect(effect).toMatch(/^Ada stays\. Everything that is linked to Bo and somebody who is gone .* are archived/)
    expect(before.map(({ value }) => value)).toEqual(['Ada · ada@x.example', 'Bo', 'Gone'])
    expect(after.map(({ label }) => label)).toEqual(['Stays', 'Archived', 'Archived'])
  })

  test('a share says what the person may do, and what they may already', () => {
    const shareRecommendation = { tagId: 'c', sharingLevel: 1, referenceBlock: reference }
    const { effect, before } = describeItem(item('share_block', { shareRecommendation }))
    expect(effect).toBe('Shares the event “Kickoff” with Bo, who may then read and edit it.')
    expect(before[0]?.value).toBe('Not shared with Bo')
    const blocks = [{ ...block, sharingTags: [{ tagId: 'c', shared: true, sharingLevel: 0 }] }]
    expect(describeItem(item('share_block', { shareRecommendation, blocks })).before[0]?.value).toBe('Bo may read it')
  })

  test('a meeting, a follow-up, an insight and a link', () => {
    const meeting = describeItem(item('meeting_prep', { meetingRecommendation: { eventId: 'b', tagIds: ['a', 'c'] } }))
    expect(meeting.effect).toBe('Creates a note “Kickoff” for the meeting, linked to Ada and Bo. Only you see it.')
    const followUp = describeItem(
      item('follow_up', { followUpRecommendation: { dateDue: Date.UTC(2020, 0, 2), referenceBlock: reference } }),
    )
    expect(followUp.effect).toContain('“Do it”, due Thu, 2 Jan 2020, attached to the event')
    const insight = describeItem(
      item('insight', { insightRecommendation: { tagId: 'a', tableId: null, text: 'Soon.' } }),
    )
    expect(insight.after.map(({ value }) => value)).toEqual(['Ada', 'Soon.'])
    const url = 'https://crm.example/1'
    const link = describeItem(
      item('link_business_object', { businessObjectRecommendation: { tagId: 'a', url, provider: null } }),
    )
    expect(link.after).toEqual([{ label: 'Link', value: url }])
  })

  test('what only the person can do leads to the connection', () => {
    const reconnectRecommendation = { connectionId: 'c1', application: 'mail', reason: 'Expired.' }
    for (const type of ['reconnect_required', 'scope_required'] as const) {
      expect(describeItem(item(type, { reconnectRecommendation })).to).toBe('/connections/c1?reconnect=1')
    }
    const syncPausedRecommendation = {
      connectionId: 'c1',
      application: 'mail',
      sync: 'email' as const,
      health: 'paused',
      failedCount: 9,
      datePaused: null,
      lastError: null,
    }
    const paused = describeItem(item('sync_paused', { syncPausedRecommendation }))
    expect([paused.to, paused.before[0]?.value]).toEqual([undefined, 'after 9 failed runs'])
  })

  test('every type, also without its detail', () => {
    for (const type of RECOMMENDATION_TYPES) {
      expect(describeItem(item(type, { displayLabel: 'Go' }))).toMatchObject({ accept: 'Go', before: [], after: [] })
    }
  })
})

describe('the feed', () => {
  test('has every type in one group', () => {
    expect(GROUPS.flatMap(({ types }) => types as readonly string[]).sort()).toEqual([...RECOMMENDATION_TYPES].sort())
    const groups = toGroups([item('insight'), item('merge_tags'), item('sync_paused')])
    expect(groups.map(({ id }) => id)).toEqual(['connections', 'people', 'insights'])
    expect([typesOf('promises'), typesOf('nothing'), typesOf(null)]).toEqual([['follow_up'], undefined, undefined])
  })

  test('goes on with the next one, or the one before', () => {
    expect([
      neighborOf(['a', 'b'], 'a'),
      neighborOf(['a', 'b'], 'b'),
      neighborOf(['a'], 'a'),
      neighborOf(['a'], 'x'),
    ]).toEqual(['b', 'a', undefined, 'a'])
  })

  test('is snoozed until a morning to come', () => {
    const now = new Date(2026, 10, 23, 15).getTime()
    const days = snoozeTimes(now).map(({ time }) => new Date(time))
    expect(days.map((day) => [day.getDate(), day.getHours()])).toEqual([
      [24, 8],
      [26, 8],
      [30, 8],
    ])
    expect(snoozeUntilDay('2026-11-23', now)).toBeUndefined()
    expect(snoozeUntilDay('', now)).toBeUndefined()
    expect(new Date(snoozeUntilDay('2026-12-01', now) ?? 0).getDate()).toBe(1)
  })
})

test('the text of a draft is read from the JSON of any editor', () => {
  const node = (type: string, ...content: object[]) => ({ type, content })
  const text = (value: string) => ({ type: 'text', text: value })
  expect(
    draftText(
      JSON.stringify(node('doc', node('heading', text('One')), node('paragraph', text('two '), text('three')))),
    ),
  ).toBe('One\ntwo three')
  expect(draftText(JSON.stringify({ ops: [{ insert: 'a\n' }, { insert: 'b' }] }))).toBe('a\nb')
  expect(draftText(JSON.stringify({ root: { children: [{ type: 'paragraph', children: [{ text: 'x' }] }] } }))).toBe(
    'x',
  )
  expect([draftText(null), draftText('no JSON'), draftText('7')]).toEqual(['', '', ''])
  expect([joinNames([]), joinNames(['A']), joinNames(['A', 'B', 'C'])]).toEqual(['', 'A', 'A, B and C'])
})
