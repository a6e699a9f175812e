import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { runMutation } from '../../../platform/storage/graph/access/mutation.ts'
import { mergeIntoTag } from '../../../platform/storage/graph/tags/merge.ts'
import { codeOf, newEmail } from '../graph/api.ts'
import { startTestPlatform, TAG, type TestPlatform } from './api.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await startTestPlatform()
})
afterAll(() => platform.stop())
afterEach(() => platform.reset())

const tag = (email: string, input: object) => platform.execute(email, TAG, { input })

describe('tagFromRecord', () => {
  const account = (connectionId: string, externalId: string) => ({ connectionId, metadataType: 'Account', externalId })

  test('returns the person with this email, and does not rename them', async () => {
    const email = newEmail()
    const connectionId = await platform.connect(email)
    platform.provider.on('/tag/tag', () => ({
      body: {
        externalId: 'p-1',
        tagType: 'person',
        alias: 'Ada by the vendor',
        email: email.toUpperCase(),
        uri: 'https://crm.example/p-1',
      },
    }))
    const { data: tenant } = await platform.execute(email, '{ tenant { tagId } }')
    const { data, errors } = await tag(email, account(connectionId, 'p-1'))
    expect(errors).toBeUndefined()
    expect(data.tagFromRecord).toMatchObject({
      _id: (tenant.tenant as { tagId: string }).tagId,
      email,
      tagType: 'person',
      externalIdLinks: [{ externalId: 'p-1', metadataType: 'Account', url: 'https://crm.example/p-1' }],
    })
  })

  test('tells of the change of a tag once, when it gets the link', async () => {
    const email = newEmail()
    const connectionId = await platform.connect(email)
    const body = { externalId: 'p-2', tagType: 'person', alias: 'Bo', email: 'bo@tellme.example' }
    platform.provider.on('/tag/tag', () => ({ body }))
    const create =
      'mutation { upsertOneTag(input: { tagType: person, alias: "Bo", email: "bo@tellme.example" }) { _id } }'
    const { data } = await platform.execute(email, create)
    const { _id } = data.upsertOneTag as { _id: string }
    const events = async () => {
      const { data } = await platform.execute(
        email,
        '{ changes(input: { since: "0", size: 500 }) { events { _id eventType } } }',
      )
      return (data.changes as { events: { _id: string; eventType: string }[] }).events
        .filter((event) => event._id === _id)
        .map(({ eventType }) => eventType)
    }
    await tag(email, account(connectionId, 'p-2'))
    expect(await events()).toEqual(['CREATED', 'UPDATED'])
    await tag(email, account(connectionId, 'p-2'))
    expect(await events()).toEqual(['CREATED', 'UPDATED'])
  })

  test('returns the organization with this domain, and names it', async () => {
    const email = newEmail()
    const connectionId = await platform.connect(email)
    platform.provider.on('/tag/tag', () => ({
      body: {
        externalId: 'a-1',
        tagType: 'topic',
        tagSubType: 'organization',
        alias: 'Navy',
        url: 'https://www.navy.example/about',
      },
    }))
    const first = await tag(email, account(connectionId, 'a-1'))
    expect(first.data.tagFromRecord).toMatchObject({
      alias: 'Navy',
      tagSubType: 'organization',
      emailDomain: 'navy.example',
    })
    expect((await tag(email, account(connectionId, 'a-1'))).data).toEqual(first.data)
  })

  test('returns the tag that another one with this record was merged into', async () => {
    const email = newEmail()
    const connectionId = await platform.connect(email)
    const body = { externalId: 'p-3', tagType: 'person', alias: 'Cy', email: 'cy@merged.example' }
    platform.provider.on('/tag/tag', () => ({ body }))
    const { data } = await tag(email, account(connectionId, 'p-3'))
    const { _id: merged } = data.tagFromRecord as { _id: string }
    const create =
      'mutation { upsertOneTag(input: { tagType: person, alias: "Cyrus", email: "cyrus@merged.example" }) { _id } }'
    const { data: created } = await platform.execute(email, create)
    const { _id: target } = created.upsertOneTag as { _id: string }
    const { tenant_id: tenantId } = await platform.api.db
      .selectFrom('tags')
      .select('tenant_id')
      .where('tag_id', '=', merged)
      .executeTakeFirstOrThrow()
    await runMutation(platform.api.db, { tenantId, tagId: target }, Date.now(), (mutation) => {
      return mergeIntoTag(mutation, [merged], target)
    })
    await platform.execute(email, 'mutation A($id: String!) { archiveOneTag(input: { _id: $id }) { _id } }', {
      id: merged,
    })
    expect((await tag(email, account(connectionId, 'p-3'))).data.tagFromRecord).toMatchObject({ _id: target })
    const { data: after } = await platform.execute(
      email,
      'query T($id: String!) { tag(input: { _id: $id }) { archived } }',
      {
        id: merged,
      },
    )
    expect(after.tag).toBeNull()
  })

  test('creates one tag for a record without email or domain, and restores it from the archive', async () => {
    const email = newEmail()
    const connectionId = await platform.connect(email)
    platform.provider.on('/tag/tag', () => ({ body: { externalId: 'x-1', tagType: 'product', alias: 'The ship' } }))
    const responses = await Promise.all([
      tag(email, account(connectionId, 'x-1')),
      tag(email, account(connectionId, 'x-1')),
    ])
    const [first, again] = responses.map(({ data }) => data.tagFromRecord as { _id: string })
    expect(first).toMatchObject({ alias: 'The ship', tagType: 'topic' })
    expect(again).toEqual(first)
    const _id = first?._id
    await platform.execute(email, `mutation { archiveOneTag(input: { _id: "${_id}" }) { archived } }`)
    expect((await tag(email, account(connectionId, 'x-1'))).data.tagFromRecord).toMatchObject({ _id, archived: false })
  })

  test('throws NOT_FOUND if the vendor has no such record', async () => {
    const email = newEmail()
    const connectionId = await platform.connect(email)
    const response = await tag(email, account(connectionId, 'gone'))
    expect(response.errors?.[0]).toMatchObject({
      message: 'The record was not found.',
      extensions: { code: 'NOT_FOUND' },
    })
    expect(codeOf(await tag(email, { ...account(connectionId, 'x'), metadataType: 'a.b' }))).toBe('BAD_USER_INPUT')
  })
})
