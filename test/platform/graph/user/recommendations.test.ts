import { randomUUID } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import { codeOf, type GraphResponse, newEmail } from '../api.ts'
import { addBlock, addTag, tenantOf } from '../block-content.ts'
import {
  ADD,
  accept,
  add,
  api,
  content,
  detailsOf,
  list,
  owner,
  type Shown,
  useRecommendations,
} from './recommendation-operations.ts'

useRecommendations()

const INSIGHT = { recommendationType: 'insight' }

const insight = () => ({ ...INSIGHT, insightRecommendation: { tagId: owner.tagId, text: 'Renews in May.' } })

interface Named {
  recommendationType: string
  tags: { _id: string }[]
  blocks: { _id: string; title: string }[]
}

describe('a recommendation', () => {
  test('is listed, newest first, until it expires', async () => {
    const tag = await addTag(content, owner)
    const first = await add({
      ...insight(),
      displayLabel: 'Look',
      navigation: { route: 'tag', tagId: tag },
      tagIds: [tag],
    })
    const other = await add(insight())
    const past = await add({ ...insight(), dateExpires: 1_000 })
    const shown = await list()
    expect(shown.map(({ _id }) => _id).sort()).toEqual([first._id, other._id].sort())
    expect(shown).not.toContainEqual(expect.objectContaining({ _id: past._id }))
    expect(shown.find(({ _id }) => _id === first._id)).toMatchObject({
      recommendationType: 'insight',
      state: 'open',
      displayTitle: 'Do it',
      displayLabel: 'Look',
      tagIds: [tag],
      navigation: { route: 'tag', tagId: tag, blockId: null },
      insightRecommendation: { tagId: owner.tagId, tableId: null, text: 'Renews in May.' },
    })
  })

  test('is found by its type, its tags, their folders and its block', async () => {
    const [tag, block] = [await addTag(content, owner), await addBlock(content, owner, 'note')]
    const folder = randomUUID()
    const dates = { date_created: 1, date_updated: 1 }
    const ids = { tenant_id: owner.tenantId, folder_id: folder }
    await api.db
      .insertInto('folders')
      .values({ ...ids, name: 'F', ...dates })
      .execute()
    await api.db
      .insertInto('folder_tags')
      .values({ ...ids, tag_id: tag, date_created: 1 })
      .execute()
    const expected = await add({ ...insight(), tagIds: [tag], referenceBlock: { id: block } })
    const about = await addBlock(content, owner, 'email')
    const other = await add({
      recommendationType: 'follow_up',
      followUpRecommendation: { referenceBlock: { id: about } },
    })
    expect((await list({ referenceBlock: { id: about } })).map(({ _id }) => _id)).toEqual([other._id])
    for (const input of [
      { tagIds: [tag] },
      { folderIds: [folder] },
      { referenceBlock: { id: block } },
      { recommendationTypes: ['INSIGHT'] },
    ]) {
      expect((await list(input)).map(({ _id }) => _id)).toEqual([expected._id])
    }
    expect(await list({ tagIds: [randomUUID()] })).toEqual([])
    expect(await list({ referenceBlock: { id: 'no id' } })).toEqual([])
  })

  test('has the tags and blocks that it names, without those that are gone', async () => {
    const [target, merged, shown] = [
      await addTag(content, owner),
      await addTag(content, owner),
      await addTag(content, owner),
    ]
    const mergeTagsRecommendation = { tagIds: [merged], keepTagId: target }
    const event = await addBlock(content, owner, 'event', { title: 'Kickoff' })
    await add({ recommendationType: 'merge_tags', mergeTagsRecommendation, tagIds: [shown, merged] })
    await add({ recommendationType: 'meeting_prep', meetingRecommendation: { eventId: event } })
    const query = '{ recommendations { recommendationType tags { _id } blocks { _id title } } }'
    const read = async () =>
      Object.fromEntries(
        ((await api.execute(owner.email, query)).data.recommendations as Named[]).map((named) => [
          named.recommendationType,
          [...named.tags.map(({ _id }) => _id), ...named.blocks.map(({ title }) => title)].sort(),
        ]),
      )
    expect(await read()).toEqual({ merge_tags: [target, merged, shown].sort(), meeting_prep: ['Kickoff'] })
    await api.db.deleteFrom('blocks').where('block_id', '=', event).execute()
    expect(await read()).toMatchObject({ meeting_prep: [] })
  })

  test('replaces an open one with the same subject', async () => {
    const first = await add({ ...insight(), subject: 'renewal', displayTitle: 'Soon' })
    const second = await add({ ...insight(), subject: 'renewal', displayTitle: 'Now' })
    expect(second._id).toBe(first._id)
    expect(await list()).toMatchObject([{ displayTitle: 'Now' }])
  })

  test('is private', async () => {
    const { _id } = await add(insight())
    const outsider = await tenantOf(api, newEmail())
    expect(await list({}, outsider.email)).toEqual([])
    for (const [name, input] of [
      ['acceptRecommendation', { _id }],
      ['dismissRecommendation', { _id }],
      ['snoozeRecommendation', { _id, dateUntil: 1 }],
    ] as const) {
      const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input`
      const selection = name === 'acceptRecommendation' ? '{ recommendation { _id } }' : '{ _id }'
      const query = `mutation M($input: ${type}!) { ${name}(input: $input) ${selection} }`
      expect(codeOf(await api.execute(outsider.email, query, { input }))).toBe('NOT_FOUND')
    }
    expect((await list())[0]?.state).toBe('open')
  })
})

describe('an invalid recommendation is refused', () => {
  const refused = async (input: object): Promise<GraphResponse> => {
    const result = await api.execute(owner.email, ADD, { input: { displayTitle: 'Do it', ...input } })
    expect(await list()).toEqual([])
    return result
  }

  test.each([
    ['no detail', { ...INSIGHT }, 'input.insightRecommendation'],
    ['another detail', { ...INSIGHT, meetingRecommendation: { eventId: randomUUID() } }, 'input.insightRecommendation'],
    ['a type that is reserved for the platform', { recommendationType: 'sync_paused' }, 'input.recommendationType'],
    [
      'an unknown field of tags',
      { recommendationType: 'upsert_tag', tagRecommendation: { fields: [{ name: 'shoeSize', value: '44' }] } },
      'input.tagRecommendation.fields',
    ],
    [
      'an invalid document',
      { recommendationType: 'upsert_note', upsertRecommendation: { document: 'no JSON' } },
      'input.upsertRecommendation.document',
    ],
  ])('%s', async (_, input, argument) => {
    const result = await refused(input)
    expect(codeOf(result)).toBe('BAD_USER_INPUT')
    expect(result.errors?.[0]?.extensions.argument).toBe(argument)
  })

  test('two details', async () => {
    const meetingRecommendation = { eventId: await addBlock(content, owner, 'event') }
    expect(codeOf(await refused({ ...insight(), meetingRecommendation }))).toBe('BAD_USER_INPUT')
  })

  test('an object of another person', async () => {
    const outsider = await tenantOf(api, newEmail())
    const [tag, block] = [await addTag(content, outsider), await addBlock(content, outsider, 'note')]
    const share = { referenceBlock: { id: block }, tagId: owner.tagId, sharingLevel: 0 }
    for (const input of [
      { ...INSIGHT, insightRecommendation: { tagId: tag, text: 'x' } },
      { ...insight(), tagIds: [tag] },
      { ...insight(), referenceBlock: { id: block } },
      { recommendationType: 'share_block', shareRecommendation: share },
    ]) {
      expect(codeOf(await refused(input))).toBe('NOT_FOUND')
    }
  })
})

test('a dismissed recommendation does not reappear, a snoozed one does', async () => {
  const [first, other] = [await add(insight()), await add(insight())]
  const dismiss = 'mutation M($input: DismissRecommendationInput!) { dismissRecommendation(input: $input) { state } }'
  const { data } = await api.execute(owner.email, dismiss, { input: { _id: first._id, reason: 'Known.' } })
  expect(data).toEqual({ dismissRecommendation: { state: 'dismissed' } })
  const snooze = 'mutation M($input: SnoozeRecommendationInput!) { snoozeRecommendation(input: $input) { state } }'
  await api.execute(owner.email, snooze, { input: { _id: other._id, dateUntil: Date.now() + 3_600_000 } })
  expect(await list()).toEqual([])
  await api.execute(owner.email, snooze, { input: { _id: other._id, dateUntil: Date.now() - 1 } })
  expect((await list()).map(({ _id }) => _id)).toEqual([other._id])
})

describe('a failing sync', () => {
  const problem = (status: number, kind: string) => () => ({
    type: `https://acme.example/${kind}`,
    title: 'It failed',
    status,
    detail: 'Sign in again.',
  })

  test('whose credential is invalid is reported with a URL to sign in again', async () => {
    const connectionId = await api.connect(owner.email)
    api.provider.responses.set('/sync/email', problem(401, 'credentials-expired'))
    api.provider.responses.set('/auth/refresh', problem(401, 'credentials-expired'))
    await api.execute(owner.email, 'mutation M($input: SyncInput!) { runSync(input: $input) { state } }', {
      input: { connectionId, sync: 'email' },
    })
    api.provider.responses.clear()
    const [shown] = await list()
    expect(detailsOf(shown as Shown)).toEqual(['reconnectRecommendation'])
    expect(shown).toMatchObject({
      recommendationType: 'reconnect_required',
      navigation: { route: 'connections' },
      reconnectRecommendation: { connectionId, application: 'mail', connectUrl: expect.stringContaining(connectionId) },
    })
    // Accepting starts the reconnection; when the person has signed in, the recommendation is resolved.
    expect((await accept(shown?._id ?? '')).recommendation).toMatchObject({ state: 'open' })
    expect((await api.register(connectionId)).status).toBe(200)
    expect(await list()).toEqual([])
  })
})
