import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
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

const eventsOf = async (as: Tenant) => {
  const { data } = await api.execute(as.email, '{ changes(input: { size: 500 }) { events { eventType subject _id } } }')
  return (data.changes as { events: { eventType: string; subject: string; _id: string }[] }).events
}

describe('the person with an email', () => {
  const canRead = async (as: Tenant, _id: string) => {
    const query = 'query Q($input: FindBlockInput!) { block(input: $input) { _id } }'
    return (await api.execute(as.email, query, { input: { _id } })).errors === undefined
  }

  test('has access to what is shared with the tag while the tag has the email', async () => {
    const [firstOwner, nextOwner] = [await tenantOf(api, newEmail()), await tenantOf(api, newEmail())]
    const tag = await addPerson(content, me, firstOwner.email)
    const block = await addBlock(content, me, 'note', { links: [{ tag, shared: true }] })
    const organized = await addBlock(content, me, 'note', { links: [{ tag }] })
    expect([await canRead(firstOwner, block), await canRead(nextOwner, block)]).toEqual([true, false])
    await written({ _id: tag, alias: 'Renamed' })
    expect([await canRead(firstOwner, block), await canRead(nextOwner, block)]).toEqual([true, false])
    await written({ _id: tag, email: nextOwner.email })
    expect([await canRead(firstOwner, block), await canRead(nextOwner, block)]).toEqual([false, true])
    expect(await canRead(nextOwner, organized)).toBe(false)
    expect((await eventsOf(firstOwner)).at(-1)).toMatchObject({ eventType: 'UNSHARED', _id: block })
    expect(await eventsOf(nextOwner)).toContainEqual({ eventType: 'SHARED', subject: 'block', _id: block })
    await written({ _id: tag, tagType: 'topic' })
    expect(await canRead(nextOwner, block)).toBe(false)
  })

  test('has access through an archived tag too', async () => {
    const guest = await tenantOf(api, newEmail())
    const tag = await addPerson(content, me, guest.email)
    const block = await addBlock(content, me, 'note', { links: [{ tag, shared: true }] })
    await archive({ _id: tag })
    expect(await canRead(guest, block)).toBe(true)
  })

  const SHARE = 'mutation M($input: AddSharingTagInput!) { addSharingTag(input: $input) { block { _id } } }'
  const sharing = { shared: true, sharingLevel: 0, sharingApproach: 1 }

  test('has access to what is shared concurrently', async () => {
    const [firstOwner, nextOwner] = [await tenantOf(api, newEmail()), await tenantOf(api, newEmail())]
    for (let round = 0; round < 12; round += 1) {
      const person = { tag_type: 'person', alias: 'x', email: firstOwner.email, date_used: Date.now() } as const
      const tagId = await addTag(content, me, person)
      const id = await addBlock(content, me, 'note')
      const input = { referenceBlock: { id }, sharingTag: { tagId, ...sharing } }
      await Promise.all([api.execute(me.email, SHARE, { input }), written({ _id: tagId, email: nextOwner.email })])
      expect([await canRead(firstOwner, id), await canRead(nextOwner, id)]).toEqual([false, true])
      await written({ _id: tagId, email: null })
    }
  })

  test('does not affect shares in other graphs', async () => {
    const guest = await tenantOf(api, newEmail())
    const [friend, outsider] = [await tenantOf(api, newEmail()), await tenantOf(api, newEmail())]
    const ofGuest = await addPerson(content, me, guest.email)
    const id = await addBlock(content, me, 'note', { links: [{ tag: ofGuest, shared: true, sharing_level: 1 }] })
    const tagId = await addPerson(content, guest, friend.email)
    const input = { referenceBlock: { id }, sharingTag: { tagId, ...sharing } }
    expect((await api.execute(guest.email, SHARE, { input })).errors).toBeUndefined()
    await written({ _id: tagId, email: outsider.email }, guest)
    expect([await canRead(friend, id), await canRead(outsider, id)]).toEqual([true, false])
    const links = 'query Q($input: FindBlockInput!) { block(input: $input) { sharingTags { tagId shared } } }'
    const { data } = await api.execute(guest.email, links, { input: { _id: id } })
    expect((data.block as { sharingTags: object[] }).sharingTags).toContainEqual({ tagId, shared: false })
  })

  test('cannot be changed by those who may not share the blocks', async () => {
    const [friend, outsider] = [await tenantOf(api, newEmail()), await tenantOf(api, newEmail())]
    const tag = await addPerson(content, me, friend.email)
    const block = await addBlock(content, me, 'note', { links: [{ tag, shared: true, sharing_level: 2 }] })
    await sql`update sharing set sharing_level = 1 where tenant_id = ${me.tenantId} and block_id = ${block}
      and tag_id = ${me.tagId}`.execute(api.db)
    expect(codeOf(await upsert({ _id: tag, email: outsider.email }))).toBe('FORBIDDEN')
    expect([await canRead(friend, block), await canRead(outsider, block)]).toEqual([true, false])
  })
})
