import { describe, expect, test } from '@jest/globals'
import { describeActivities } from '../../../console/src/collaboration/activities/words.ts'
import { isBlank, toBodyDocument } from '../../../console/src/collaboration/comments/body.ts'
import { publishTargets, readFailure } from '../../../console/src/collaboration/publish/outcome.ts'
import { EMOJIS, showShortcode, whoReacted } from '../../../console/src/collaboration/reactions/emoji.ts'
import type { Activity } from '../../../console/src/collaboration/sharing/reasons.ts'
import { GraphRequestError } from '../../../platform/client/index.ts'

const MINUTE_MS = 60_000

function activity(activityType: Activity['activityType'], more: Partial<Activity> = {}): Activity {
  const actor = { name: 'Bo', self: false }
  return { activityType, actorType: 'TENANT', dateCreated: 10 * MINUTE_MS, actor, detail: null, ...more }
}

const sentences = (...activities: Activity[]) =>
  describeActivities(activities, 'Sample Mail').map(({ actor, action, whom, after }) =>
    [actor, action, whom?.alias, after].filter(Boolean).join(' '),
  )
const renamed = (oldTitle: string | null, newTitle: string | null, dateCreated: number) =>
  activity('RENAMED', { dateCreated, detail: { __typename: 'Rename', oldTitle, newTitle } })

describe('activities', () => {
  test('are told with who did it', () => {
    expect(sentences(activity('CREATED'))).toEqual(['Bo created this'])
    expect(sentences(activity('COMMENTED', { actor: { name: 'Ada', self: true } }))).toEqual(['You commented'])
    expect(sentences(activity('CREATED', { actorType: 'PROVIDER', actor: { name: 'hub', self: false } }))).toEqual([
      'Sample Mail brought this in',
    ])
    expect(sentences(activity('UPDATED', { actorType: 'AGENT' }))).toEqual(['Bo (AI agent) changed this'])
    expect(sentences(activity('ARCHIVED', { actorType: 'SYSTEM', actor: null }))).toEqual([
      'Provider Hub archived this',
    ])
    expect(sentences(activity('RESTORED', { actor: null }))).toEqual(['Somebody restored this'])
  })

  test('are told with what was done', () => {
    const tag = { _id: 't', alias: 'Cleo' }
    const change = (sharingLevel: number | null, to: typeof tag | null) =>
      ({ detail: { __typename: 'SharingChange', sharingLevel, tag: to } }) as const
    expect(sentences(activity('SHARED', change(1, tag)))).toEqual(['Bo shared this with Cleo (can edit)'])
    expect(sentences(activity('UNSHARED', change(null, null)))).toEqual(['Bo stopped sharing this with somebody'])
    expect(sentences(activity('ASSIGNED', change(null, tag)))).toEqual(['Bo assigned this to Cleo'])
    const status = { __typename: 'StatusChange', oldStatus: 'not_started', newStatus: 'completed' } as const
    expect(sentences(activity('STATUS_CHANGED', { detail: status }))).toEqual(['Bo set the status to “done”'])
    expect(sentences(renamed('A', 'B', 1))).toEqual(['Bo renamed this from “A” to “B”'])
    expect(sentences(renamed('', 'B', 1))).toEqual(['Bo named this “B”'])
    expect(sentences(renamed('A', '', 1))).toEqual(['Bo removed the title'])
  })

  test('of a title that was typed are told as one', () => {
    const typed = [renamed('AB', 'ABC', 3), renamed('A', 'AB', 2), renamed('', 'A', 1)]
    expect(sentences(...typed)).toEqual(['Bo named this “ABC”'])
    expect(sentences(renamed('A', 'B', 100 * MINUTE_MS), renamed('', 'A', 1))).toHaveLength(2)
    expect(sentences(activity('COMMENTED'), activity('COMMENTED'))).toHaveLength(2)
  })
})

test('a comment has paragraphs between blank lines, and its line breaks', () => {
  expect(JSON.parse(toBodyDocument(' One\ntwo\n \n\nThree\n'))).toEqual({
    type: 'doc',
    content: [
      {
        type: 'paragraph',
        content: [{ type: 'text', text: 'One' }, { type: 'hardBreak' }, { type: 'text', text: 'two' }],
      },
      { type: 'paragraph', content: [{ type: 'text', text: 'Three' }] },
    ],
  })
  expect([' \n', 'a'].map(isBlank)).toEqual([true, false])
})

describe('reactions', () => {
  test('are shown as emojis if they are known, with their tone', () => {
    expect(showShortcode('+1').character).toBe('👍')
    expect(showShortcode('thumbsup::skin-tone-3').character).toBe('👍🏼')
    expect(showShortcode('+1::skin-tone-1').character).toBe('👍')
    expect(showShortcode('party_parrot')).toEqual({ character: ':party_parrot:', name: 'party parrot' })
    expect(showShortcode('constructor').character).toBe(':constructor:')
  })

  test('have a shortcode, an emoji and a name of their own', () => {
    for (const part of ['shortcode', 'character', 'name'] as const) {
      expect(new Set(EMOJIS.map((emoji) => emoji[part])).size).toBe(EMOJIS.length)
    }
  })

  test('say who reacted, and how many more', () => {
    const names = new Map([
      ['b', 'Bo'],
      ['c', 'Cleo'],
      ['me', 'Ada'],
    ])
    const who = (self: boolean, count: number, ...tagIds: string[]) => whoReacted({ self, count, tagIds }, names, 'me')
    expect(who(true, 1, 'me')).toBe('You')
    expect(who(true, 3, 'me', 'b', 'c')).toBe('You, Bo and Cleo')
    expect(who(true, 4, 'me', 'b')).toBe('You, Bo and 2 others')
    expect(who(false, 2, 'b')).toBe('Bo and one other')
    expect(who(false, 1)).toBe('One person')
    expect(who(false, 3, 'unknown')).toBe('3 people')
  })
})

describe('publishing', () => {
  const failed = (extensions: object) =>
    new GraphRequestError({ errors: [{ message: 'No', code: 'UPSTREAM_FAILED', extensions: { ...extensions } }] })

  test('knows whether the note may have arrived, and what the vendor said', () => {
    expect(readFailure(failed({ state: 'unknown' }))).toMatchObject({ isUnknown: true, isUnderWay: false })
    expect(readFailure(failed({ state: 'begun' }))).toMatchObject({ isUnknown: false, isUnderWay: true })
    expect(readFailure(new Error('x'))).toEqual({ isUnknown: false, isUnderWay: false, said: [] })
    const notes = [{ _id: 'n', state: 'unknown', errors: [{ detail: 'Too long' }, 'x'] }]
    const publishWarnings = [{ _id: 'n', warnings: ['Without formatting'] }, null]
    expect(readFailure(failed({ notes, publishWarnings }))).toEqual({
      isUnknown: true,
      isUnderWay: false,
      said: ['Too long', 'Without formatting'],
    })
  })

  test('goes to active accounts of applications with records', () => {
    const connection = (application: string, status: string) => ({
      _id: `${application} ${status}`,
      application,
      label: application,
      email: null,
      status,
    })
    const connections = [connection('crm', 'active'), connection('crm', 'expired'), connection('mail', 'active')]
    const applications = [
      { name: 'crm', sobjects: { table: true } },
      { name: 'mail', sobjects: { table: false } },
    ]
    expect(publishTargets({ connections, applications }).map(({ _id }) => _id)).toEqual(['crm active'])
    expect(publishTargets({ connections: null, applications: null })).toEqual([])
  })
})
