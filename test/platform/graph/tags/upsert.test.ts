import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Tenant } from '../../../../platform/storage/connections/tenants.ts'
import { type Api, codeOf, newEmail, startApi } from '../api.ts'
import { addBlock, addPerson, addTag, type Content, tenantOf } from '../block-content.ts'

let api: Api
let content: Content
let me: Tenant
beforeAll(async () => {
  api = await startApi()
  content = { db: api.db, now: 1_700_000_000_000 }
  me = await tenantOf(api, newEmail())
})
afterAll(() => api.stop())

const FIELDS = `_id alias friendlyName tagType tagSubType email emailDomain url urls avatar phoneNumber description favorite
  archived businessObjects { url provider externalId } externalIdLinks { externalId url }`

const UPSERT = `mutation M($input: UpsertTagInput!) { upsertOneTag(input: $input) { ${FIELDS} } }`

const ARCHIVE = 'mutation M($input: ArchiveTagInput!) { archiveOneTag(input: $input) { _id archived } }'

const upsert = (input: object, as = me) => api.execute(as.email, UPSERT, { input })

const archive = (input: object, as = me) => api.execute(as.email, ARCHIVE, { input })

interface Written {
  _id: string
  [field: string]: unknown
}

const written = async (input: object, as = me) => {
  const { data, errors } = await upsert(input, as)
  expect(errors).toBeUndefined()
  return data.upsertOneTag as Written
}

const namesFound = async (searchString: string, as = me) => {
  const query = 'query Q($input: SearchTagsInput) { searchTags(input: $input) { _id } }'
  return ((await api.execute(as.email, query, { input: { searchString } })).data.searchTags as Written[]).map(
    ({ _id }) => _id,
  )
}

describe('creating', () => {
  test('stores the fields of a person and an account', async () => {
    const email = newEmail()
    const person = {
      alias: ' Zoë ',
      tagType: 'PERSON',
      email: email.toUpperCase(),
      favorite: true,
      phoneNumber: '+1 2',
    }
    expect(await written(person)).toMatchObject({
      alias: 'Zoë',
      tagType: 'person',
      email,
      emailDomain: 'people.example',
      favorite: true,
      phoneNumber: '+1 2',
      archived: false,
      urls: [],
    })
    const account = { alias: 'Acme', tagType: 'topic', tagSubType: 'Organization', url: 'www.acme.example' }
    expect(await written(account)).toMatchObject({
      alias: 'Acme',
      tagType: 'topic',
      tagSubType: 'organization',
      email: null,
      url: 'https://www.acme.example',
      emailDomain: 'acme.example',
    })
  })

  test.each([
    ['no name', { tagType: 'topic' }, 'input.alias'],
    ['a blank name', { alias: ' ', tagType: 'topic' }, 'input.alias'],
    ['a null name', { alias: null, tagType: 'topic' }, 'input.alias'],
    ['a name that is too long', { alias: 'x'.repeat(501), tagType: 'topic' }, 'input.alias'],
    ['no type', { alias: 'a' }, 'input.tagType'],
    // GraphQL itself refuses this one, before the operation runs.
    ['another type', { alias: 'a', tagType: 'animal' }, 'input.tagType'],
    ['a person without email', { alias: 'a', tagType: 'person' }, 'input.email'],
    ['an invalid email', { alias: 'a', tagType: 'person', email: 'a' }, 'input.email'],
    ['an account without url', { alias: 'a', tagType: 'topic', tagSubType: 'organization' }, 'input.url'],
    ['a script as url', { alias: 'a', tagType: 'topic', url: 'javascript:alert(1)' }, 'input.url'],
    ['an address with a space', { alias: 'a', tagType: 'topic', url: 'https://a.example/a b' }, 'input.url'],
    ['data as picture', { alias: 'a', tagType: 'topic', avatar: 'data:text/html,x' }, 'input.avatar'],
    ['an invalid domain', { alias: 'a', tagType: 'topic', emailDomain: 'a/b' }, 'input.emailDomain'],
    [
      'an invalid object',
      { alias: 'a', tagType: 'topic', businessObjects: [{ provider: 'x' }] },
      'input.businessObjects',
    ],
  ])('%s is refused', async (_, input, argument) => {
    const { errors, data } = await upsert(input)
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', argument })
    expect(data.upsertOneTag ?? null).toBeNull()
  })

  test('accepts any text', async () => {
    expect(await written({ alias: 'a\0b\ud800 %_\\', tagType: 'topic' })).toMatchObject({ alias: 'ab\ufffd %_\\' })
  })

  test('updates and restores the existing tag of a person', async () => {
    const email = newEmail()
    const first = await written({ alias: 'Ann', tagType: 'person', email, description: 'kept' })
    await archive({ _id: first._id })
    const again = await written({ alias: 'Ann Lee', tagType: 'person', email: ` ${email.toUpperCase()}` })
    expect(again).toEqual({ ...first, alias: 'Ann Lee', archived: false })
    expect(await namesFound('ann lee')).toEqual([first._id])
  })

  test('identifies an account by its domain, not by a page of a site', async () => {
    const account = { alias: 'Beta', tagType: 'topic', tagSubType: 'organization' }
    const first = await written({ ...account, url: 'https://beta.example/' })
    expect((await written({ ...account, emailDomain: 'BETA.example' }))._id).toBe(first._id)
    expect(await namesFound('beta.example')).toEqual([first._id])
    const page = await written({ ...account, url: 'https://beta.example/in/gamma' })
    expect(page).toMatchObject({ emailDomain: null, url: 'https://beta.example/in/gamma' })
    expect((await written({ ...account, tagSubType: null, url: 'https://beta.example/' }))._id).not.toBe(first._id)
  })

  test('concurrent requests create one person', async () => {
    const email = newEmail()
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, index) => upsert({ alias: `Ann ${index}`, tagType: 'person', email })),
    )
    expect(responses.flatMap(({ errors }) => errors ?? [])).toEqual([])
    expect(new Set(responses.map(({ data }) => (data.upsertOneTag as Written)._id)).size).toBe(1)
  })

  test('the same email in two graphs has two tags', async () => {
    const outsider = await tenantOf(api, newEmail())
    const person = { alias: 'Ann', tagType: 'person', email: newEmail() }
    expect((await written(person))._id).not.toBe((await written(person, outsider))._id)
  })
})

describe('updating', () => {
  test('changes only fields that are sent; null clears a field', async () => {
    const sent = {
      description: 'd',
      phoneNumber: '1',
      url: 'https://a.example/x',
      urls: ['https://a.example', 'b.example'],
    }
    const tag = await written({ alias: 'Before', tagType: 'topic', ...sent })
    expect(tag.urls).toEqual(['https://a.example', 'https://b.example'])
    const input = {
      _id: tag._id.toUpperCase(),
      alias: 'After',
      description: null,
      phoneNumber: ' ',
      urls: null,
      favorite: null,
    }
    const next = { ...tag, alias: 'After', description: null, phoneNumber: null, urls: [] }
    expect(await written(input)).toEqual(next)
    expect(await written({ _id: tag._id })).toEqual(next)
    expect([await namesFound('before'), await namesFound('after')]).toEqual([[], [tag._id]])
  })

  test('vendor objects and identities are added and deduplicated by id or URL', async () => {
    const object = { provider: 'hub', externalId: 'D1', metadataType: 'Offer' }
    const link = { provider: 'hub', metadataType: 'Account', externalId: '001' }
    const url = 'https://docs.example/1'
    const tag = await written({
      alias: 'Objects',
      tagType: 'topic',
      externalIdLinks: [link],
      businessObjects: [object, { url }],
    })
    const again = await written({
      _id: tag._id,
      externalIdLinks: [link, { ...link, url: 'https://vendor.example/001' }, { ...link, externalId: '002' }],
      businessObjects: [
        { ...object, url: 'https://vendor.example/D1' },
        { url, provider: 'hub' },
      ],
    })
    expect(again.externalIdLinks).toHaveLength(2)
    expect(again.externalIdLinks).toContainEqual({ externalId: '001', url: 'https://vendor.example/001' })
    expect(again.businessObjects).toHaveLength(2)
    expect(again.businessObjects).toEqual(
      expect.arrayContaining([
        { provider: 'hub', externalId: 'D1', url: 'https://vendor.example/D1' },
        { provider: 'hub', externalId: null, url },
      ]),
    )
  })

  test("a vendor's record with the identity of a tag is linked to it", async () => {
    const source = { provider: 'hub', application: 'crm', external_id: '00X', external_key: 'account 00X' }
    const record = await addBlock(content, me, 'record', { ...source, detail: { metadataType: 'Account' } })
    const link = { provider: 'hub', application: 'crm', metadataType: 'Account', externalId: '00X' }
    const { _id } = await written({ alias: 'Rows', tagType: 'topic', externalIdLinks: [link] })
    const query = 'query Q($_id: String!) { tagActivity(input: { _id: $_id }) { _id blockType } }'
    const { data } = await api.execute(me.email, query, { _id })
    expect(data.tagActivity).toEqual([{ _id: record, blockType: 'record' }])
  })

  test('a person without the email loses its domain', async () => {
    const { _id } = await written({ alias: 'Leaves', tagType: 'person', email: newEmail() })
    expect(await written({ _id, email: null })).toMatchObject({ email: null, emailDomain: null })
  })

  test('the email of another person is a conflict, and nothing is written', async () => {
    const [firstEmail, secondEmail] = [newEmail(), newEmail()]
    await written({ alias: 'One', tagType: 'person', email: firstEmail })
    const { _id } = await written({ alias: 'Two', tagType: 'person', email: secondEmail })
    const { errors } = await upsert({ _id, alias: 'Three', email: firstEmail })
    expect(errors?.[0]?.extensions.code).toBe('CONFLICT')
    expect(await written({ _id })).toMatchObject({ alias: 'Two', email: secondEmail })
  })

  test('of concurrent requests for one email one succeeds and the other is a conflict', async () => {
    const email = newEmail()
    const tags = [await addPerson(content, me, newEmail()), await addPerson(content, me, newEmail())]
    const codes = await Promise.all(tags.map(async (_id) => codeOf(await upsert({ _id, email }))))
    expect(codes.toSorted()).toEqual(['CONFLICT', undefined])
  })

  test("one's own email and type cannot be changed", async () => {
    for (const change of [{ email: newEmail() }, { email: null }, { tagType: 'topic' }]) {
      expect(codeOf(await upsert({ _id: me.tagId, ...change }))).toBe('CONFLICT')
    }
    expect(await written({ _id: me.tagId, alias: 'Me', email: me.email })).toMatchObject({ alias: 'Me' })
  })

  test("another person's tag, an unknown id and a malformed id return the same error", async () => {
    const outsider = await tenantOf(api, newEmail())
    const shown = async (_id: string) =>
      (await upsert({ _id, alias: 'mine' })).errors?.map(({ message, path }) => ({ message, path }))
    const foreign = await shown(await addTag(content, outsider))
    expect(foreign).toEqual([{ message: 'The tag was not found.', path: ['upsertOneTag'] }])
    expect(await shown(randomUUID())).toEqual(foreign)
    expect(await shown('no-id')).toEqual(foreign)
    expect(codeOf(await archive({ _id: outsider.tagId }))).toBe('NOT_FOUND')
  })
})
