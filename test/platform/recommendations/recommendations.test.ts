import { randomUUID } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import { codeOf } from '../graph/api.ts'
import { addBlock, type BlockSeed } from '../graph/block-content.ts'
import { accept, api, list, owner, type Shown } from '../graph/user/recommendation-operations.ts'
import {
  addMail,
  addMeeting,
  addPerson,
  content,
  DAY_MS,
  first,
  HOUR_MS,
  kestrel,
  maya,
  NOW,
  ownLink,
  recommend,
  titles,
  useScenario,
  YESTERDAY,
} from './scenario.ts'

useScenario()

const dismiss = (_id: string) =>
  api.execute(owner.email, `mutation { dismissRecommendation(input: { _id: "${_id}" }) { state } }`)

describe('a follow-up that was promised', () => {
  test('is recommended with the sentence, and accepting creates the task', async () => {
    const mail = await addMail('Hi Maya. I will send the offer on Thursday. Ada')
    await recommend()
    expect(await list()).toMatchObject([
      {
        recommendationType: 'follow_up',
        displayTitle: 'Follow up with Maya Lind',
        displayDescription:
          'Because you promised yesterday: “I will send the offer on Thursday.”, and have not written since.',
        tagIds: [maya, kestrel].sort(),
        navigation: { route: 'block', blockId: mail },
        followUpRecommendation: {
          referenceBlock: { id: mail, blockType: 'email' },
          dateDue: Date.UTC(2099, 10, 26, 16),
        },
      },
    ])
    const { block, recommendation } = await accept((await first())._id)
    expect([recommendation, block]).toMatchObject([
      { state: 'accepted' },
      { __typename: 'Task', title: 'Follow up with Maya Lind', parentReferenceBlock: { id: mail } },
    ])
    await recommend()
    expect(await titles()).toEqual([])
  })

  test('is recommended once, and never again after it was dismissed', async () => {
    await addMail('I will send the offer today.')
    await recommend()
    await recommend()
    const [only, ...rest] = await list()
    expect(rest).toEqual([])
    await dismiss(only?._id as string)
    await recommend()
    expect(await titles()).toEqual([])
  })

  test('is resolved when the person has written again, and not recommended before it is due', async () => {
    const thread_id = randomUUID()
    await addMail('I will send the offer today.', { thread_id })
    await addMail('I will send the plan in 9 days.')
    await recommend()
    expect(await titles()).toHaveLength(1)
    const { _id } = await first()
    await addMail('Here it is.', { thread_id, date_associated: YESTERDAY + HOUR_MS })
    await recommend()
    expect(await titles()).toEqual([])
    const row = await api.db
      .selectFrom('recommendations')
      .select('state')
      .where('recommendation_id', '=', _id)
      .execute()
    expect(row).toEqual([{ state: 'resolved' }])
  })

  test.each<[string, string, BlockSeed]>([
    ['was received', 'I will send it today.', { detail: { direction: 'inbound' } }],
    ['is archived', 'I will send it today.', { archived: true }],
    ['is old', 'I will send it today.', { date_associated: NOW - 20 * DAY_MS }],
    ['promises nothing', 'See you then.', {}],
  ])('is not one in a mail that %s', async (_, text, more) => {
    await addMail(text, more)
    await recommend()
    expect(await titles()).toEqual([])
  })
})

test('nothing is recommended from blocks that are no longer shared with the person', async () => {
  const ids = [await addMail('I will send it today.'), await addMeeting()]
  await api.db.updateTable('sharing').set({ shared: false }).where('block_id', 'in', ids).execute()
  await recommend()
  expect(await titles()).toEqual([])
})

describe('a meeting tomorrow without notes', () => {
  test('is recommended with its people and time, and accepting starts a note for it', async () => {
    const event = await addMeeting()
    await recommend()
    expect(await list()).toMatchObject([
      {
        recommendationType: 'meeting_prep',
        displayTitle: 'Prepare “Quarterly review”',
        displayDescription: 'Because you meet Maya Lind tomorrow at 10:00 and there is no note for it yet.',
        tagIds: [maya, kestrel].sort(),
        dateExpires: NOW + DAY_MS,
        meetingRecommendation: { eventId: event },
      },
    ])
    const { block } = await accept((await first())._id)
    expect(block).toMatchObject({ __typename: 'Note', title: 'Quarterly review' })
    const { data } = await api.execute(
      owner.email,
      `{ blocks(input: { originReferenceBlock: { id: "${event}", blockType: event } }) { _id sharingTags { tagId } } }`,
    )
    expect(data.blocks).toMatchObject([{ _id: (block as Shown)._id }])
    expect(JSON.stringify(data.blocks)).toContain(maya)
    await recommend()
    expect(await titles()).toEqual([])
  })

  test('in two calendars is recommended once', async () => {
    const detail = { iCalUid: 'shared-uid' }
    await addMeeting({ detail })
    await addMeeting({ detail })
    await recommend()
    expect(await titles()).toHaveLength(1)
  })

  test('is not recommended for any date of a series that the person has dismissed', async () => {
    await addMeeting({ detail: { recurringExternalId: 'weekly' } })
    await recommend()
    await dismiss((await first())._id)
    await addMeeting({ detail: { recurringExternalId: 'weekly' } })
    await recommend()
    expect(await titles()).toEqual([])
  })

  test('is resolved when it is cancelled, and told anew when it moves', async () => {
    const event = await addMeeting()
    await recommend()
    const { _id } = await first()
    const update = (values: object) => api.db.updateTable('blocks').set(values).where('block_id', '=', event).execute()
    await update({ title: 'Review' })
    await recommend()
    expect(await list()).toMatchObject([{ _id, displayTitle: 'Prepare “Review”' }])
    await update({ status: 'cancelled' })
    await recommend()
    expect(await titles()).toEqual([])
  })

  test.each<[string, () => BlockSeed]>([
    ['today', () => ({ date_start: NOW + HOUR_MS })],
    ['the day after tomorrow', () => ({ date_start: NOW + 2 * DAY_MS })],
    ['tomorrow in another zone only', () => ({ date_start: Date.UTC(2099, 10, 25, 22, 30) })],
    ['cancelled', () => ({ status: 'cancelled' })],
    ['all day', () => ({ detail: { allDay: true } })],
    ['declined', () => ({ detail: { attendees: [{ email: owner.email, responseStatus: 'declined' }] } })],
    ['of colleagues only', () => ({ links: ownLink() })],
    [
      'with a crowd',
      () => ({ detail: { attendees: Array.from({ length: 13 }, (_, n) => ({ email: `${n}@x.example` })) } }),
    ],
  ])('is not recommended when it is %s', async (_, more) => {
    await addMeeting(more())
    await recommend()
    expect(await titles()).toEqual([])
  })

  test('are few: the first three', async () => {
    for (const hour of [5, 4, 3, 2, 1])
      await addMeeting({ title: `At ${hour}`, date_start: NOW + DAY_MS + hour * HOUR_MS })
    await recommend()
    expect((await titles()).sort()).toEqual(['Prepare “At 1”', 'Prepare “At 2”', 'Prepare “At 3”'])
  })
})

describe('two tags of one person', () => {
  test('are recommended to be merged into the one with more content, and accepting merges them', async () => {
    const other = await addPerson('Maya  lind', 'maya.lind@kestrel.example')
    await addBlock(content, owner, 'note', { links: ownLink(other) })
    await recommend()
    expect(await list()).toMatchObject([
      {
        recommendationType: 'merge_tags',
        tagIds: [maya, other].sort(),
        mergeTagsRecommendation: { keepTagId: other, tagIds: [maya] },
        displayDescription: expect.stringContaining('maya.lind@kestrel.example'),
      },
    ])
    await accept((await first())._id)
    const { data } = await api.execute(owner.email, `{ tag(input: { _id: "${maya}", archived: true }) { archived } }`)
    expect(data.tag).toEqual({ archived: true })
    await recommend()
    expect(await titles()).toEqual([])
  })

  test.each([
    ['the same first part of their addresses', 'maya@home.example', true],
    ['one without an address', null, true],
    ['only their name in common', 'ml@halden.example', false],
  ])('with %s', async (_, email, expected) => {
    await addPerson('Maya Lind', email)
    await recommend()
    expect((await titles()).length > 0).toBe(expected)
  })
})

test('tagsWithActivity has the tags of these recommendations, and other tenants see none of them', async () => {
  await addMail('I will send the offer today.')
  await addMeeting()
  await recommend()
  const query = '{ tagsWithActivity(input: {}) { recommendationCount tag { _id } } }'
  const { data } = await api.execute(owner.email, query)
  expect(data.tagsWithActivity).toEqual(
    expect.arrayContaining([
      { recommendationCount: 2, tag: { _id: maya } },
      { recommendationCount: 2, tag: { _id: kestrel } },
    ]),
  )
  const [{ _id } = { _id: '' }] = await list()
  const recipient = `recipient-${randomUUID()}@people.example`
  expect(await list({}, recipient)).toEqual([])
  const query2 = `mutation { acceptRecommendation(input: { _id: "${_id}" }) { block { _id } } }`
  expect(codeOf(await api.execute(recipient, query2))).toBe('NOT_FOUND')
})
