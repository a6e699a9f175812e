import { describe, expect, test } from '@jest/globals'
import { codeOf, newEmail } from '../api.ts'
import { addBlock, addPerson, addTag, tenantOf } from '../block-content.ts'
import {
  ACCEPT,
  ADD,
  accept,
  add,
  api,
  content,
  detailsOf,
  list,
  owner,
  useRecommendations,
} from './recommendation-operations.ts'

useRecommendations()

describe('accepting', () => {
  test('saves the drafted note', async () => {
    const tag = await addTag(content, owner)
    const document = JSON.stringify({
      type: 'doc',
      content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Hello' }] }],
    })
    const upsertRecommendation = { title: 'Summary', document, tagIds: [tag] }
    const shown = await add({ recommendationType: 'upsert_note', upsertRecommendation })
    expect(detailsOf(shown)).toEqual(['upsertRecommendation'])
    expect(shown.upsertRecommendation).toMatchObject({ blockType: 'note', block: null, ...upsertRecommendation })
    const { recommendation, block } = await accept(shown._id)
    expect(recommendation).toEqual({ _id: shown._id, state: 'accepted' })
    expect(block).toMatchObject({ __typename: 'Note', title: 'Summary', text: 'Hello' })
    expect((block as { tags: { _id: string }[] }).tags.map(({ _id }) => _id).sort()).toEqual([owner.tagId, tag].sort())
    expect(await list()).toEqual([])
  })

  test('changes the task of the draft', async () => {
    const task = await addBlock(content, owner, 'task', { title: 'Before', status: 'in_progress' })
    const upsertRecommendation = { block: { id: task }, title: 'After' }
    const { _id } = await add({ recommendationType: 'upsert_task', upsertRecommendation })
    expect((await accept(_id)).block).toMatchObject({ _id: task, title: 'After' })
  })

  test('leaves the access of whom the draft is about as it is', async () => {
    const guest = await tenantOf(api, newEmail())
    const tag = await addPerson(content, owner, guest.email)
    const links = [{ tag, shared: true, sharing_level: 1, sharing_approach: 1, assigned: true }]
    const task = await addBlock(content, owner, 'task', { title: 'Before', links })
    const upsertRecommendation = { block: { id: task }, title: 'After', tagIds: [tag] }
    const { block } = await accept((await add({ recommendationType: 'upsert_task', upsertRecommendation }))._id)
    expect((block as { sharingTags: object[] }).sharingTags).toContainEqual(
      expect.objectContaining({ tagId: tag, shared: true, sharingLevel: 1 }),
    )
  })

  test('does not change a block that is no note or task, such as what somebody else has written', async () => {
    const message = await addBlock(content, owner, 'message', { title: 'Theirs' })
    const upsertRecommendation = { block: { id: message }, title: 'Mine' }
    const input = { displayTitle: 'Do it', recommendationType: 'upsert_note', upsertRecommendation }
    expect(codeOf(await api.execute(owner.email, ADD, { input }))).toBe('NOT_FOUND')
    const note = await addBlock(content, owner, 'note', { title: 'Plan' })
    const { _id } = await add({
      recommendationType: 'upsert_note',
      upsertRecommendation: { block: { id: note }, title: 'x' },
    })
    await api.db.updateTable('blocks').set({ block_type: 'message' }).where('block_id', '=', note).execute()
    expect(codeOf(await api.execute(owner.email, ACCEPT, { input: { _id } }))).toBe('NOT_FOUND')
  })

  test.each([
    ['email', 'mallory@x.example'],
    ['tagType', 'topic'],
  ])('does not change the %s of one’s own tag', async (name, value) => {
    const tagRecommendation = { tagId: owner.tagId, fields: [{ name, value }] }
    const input = { displayTitle: 'Do it', recommendationType: 'upsert_tag', tagRecommendation }
    const refused = await api.execute(owner.email, ADD, { input })
    expect([codeOf(refused), refused.errors?.[0]?.extensions.argument]).toEqual([
      'BAD_USER_INPUT',
      'input.tagRecommendation.fields',
    ])
    const tagId = await addPerson(content, owner, newEmail())
    const { _id } = await add({ recommendationType: 'upsert_tag', tagRecommendation: { ...tagRecommendation, tagId } })
    const detail = JSON.stringify(tagRecommendation)
    await api.db.updateTable('recommendations').set({ detail }).where('recommendation_id', '=', _id).execute()
    expect(codeOf(await api.execute(owner.email, ACCEPT, { input: { _id } }))).toBe('CONFLICT')
  })

  test('creates a tag, or changes the fields of an existing one', async () => {
    const fields = [
      { name: 'alias', value: 'Acme' },
      { name: 'tagType', value: 'topic' },
      { name: 'tagSubType', value: 'organization' },
      { name: 'url', value: 'https://acme.example' },
    ]
    await accept((await add({ recommendationType: 'upsert_tag', tagRecommendation: { fields } }))._id)
    const made = await api.db
      .selectFrom('tags')
      .selectAll()
      .where('tenant_id', '=', owner.tenantId)
      .where('alias', '=', 'Acme')
      .execute()
    expect(made).toMatchObject([{ tag_sub_type: 'organization', url: 'https://acme.example' }])
    const tagRecommendation = { tagId: made[0]?.tag_id, fields: [{ name: 'description', value: 'Makes anvils.' }] }
    await accept((await add({ recommendationType: 'upsert_tag', tagRecommendation }))._id)
    const written = await api.db
      .selectFrom('tags')
      .selectAll()
      .where('tag_id', '=', made[0]?.tag_id ?? '')
      .execute()
    expect(written).toMatchObject([{ description: 'Makes anvils.', alias: 'Acme' }])
  })

  test('shares the block', async () => {
    const guest = await tenantOf(api, newEmail())
    const tagId = await addPerson(content, owner, guest.email)
    const id = await addBlock(content, owner, 'note', { title: 'Plan' })
    const shareRecommendation = { referenceBlock: { id, blockType: 'note' }, tagId, sharingLevel: 1 }
    const { _id } = await add({ recommendationType: 'share_block', shareRecommendation })
    const seen = () =>
      api.execute(guest.email, 'query Q($input: FindBlockInput!) { block(input: $input) { access } }', {
        input: { _id: id },
      })
    expect(codeOf(await seen())).toBe('NOT_FOUND')
    await accept(_id)
    expect((await seen()).data).toEqual({ block: { access: 'RW' } })
  })

  test('attaches the object to the tag', async () => {
    const businessObjectRecommendation = { tagId: await addTag(content, owner), url: 'https://crm.example/1' }
    await accept((await add({ recommendationType: 'link_business_object', businessObjectRecommendation }))._id)
    const objects = await api.db
      .selectFrom('business_objects')
      .select(['tag_id', 'url'])
      .where('tenant_id', '=', owner.tenantId)
      .execute()
    expect(objects).toEqual([{ tag_id: businessObjectRecommendation.tagId, url: 'https://crm.example/1' }])
  })

  test('merges tags: their content moves to the remaining tag, and nobody’s access changes', async () => {
    const guest = await tenantOf(api, newEmail())
    const [target, duplicate] = [
      await addTag(content, owner, { alias: 'Acme' }),
      await addPerson(content, owner, guest.email),
    ]
    const block = await addBlock(content, owner, 'note', {
      links: [{ tag: duplicate, shared: true, sharing_level: 1, pinned: true }],
    })
    const mergeTagsRecommendation = { tagIds: [duplicate], keepTagId: target }
    await accept((await add({ recommendationType: 'merge_tags', mergeTagsRecommendation }))._id)
    const links = await api.db
      .selectFrom('sharing')
      .select(['shared', 'pinned'])
      .where('tenant_id', '=', owner.tenantId)
      .where('block_id', '=', block)
      .where('tag_id', '=', target)
      .execute()
    expect(links).toEqual([{ shared: false, pinned: true }])
    const merged = await api.db.selectFrom('tags').select('archived').where('tag_id', '=', duplicate).execute()
    expect(merged).toEqual([{ archived: true }])
    const query = 'query Q($input: FindBlockInput!) { block(input: $input) { access } }'
    expect((await api.execute(guest.email, query, { input: { _id: block } })).data).toEqual({ block: { access: 'RW' } })
  })

  test('creates a task for a follow-up', async () => {
    const id = await addBlock(content, owner, 'email', { title: 'Question' })
    const followUpRecommendation = { referenceBlock: { id }, dateDue: 1_800_000_000_000 }
    const { _id } = await add({ recommendationType: 'follow_up', displayTitle: 'Answer Ada', followUpRecommendation })
    const { block } = await accept(_id)
    expect(block).toMatchObject({ __typename: 'Task', title: 'Answer Ada', parentReferenceBlock: { id } })
  })

  test('is possible once', async () => {
    const { _id } = await add({ recommendationType: 'upsert_note', upsertRecommendation: { title: 'Once' } })
    const responses = await Promise.all([1, 2, 3].map(() => api.execute(owner.email, ACCEPT, { input: { _id } })))
    expect(responses.map(codeOf).sort()).toEqual(['CONFLICT', 'CONFLICT', undefined])
    const notes = await api.db.selectFrom('blocks').select('title').where('tenant_id', '=', owner.tenantId).execute()
    expect(notes).toEqual([{ title: 'Once' }])
  })
})
