import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Tenant } from '../../../../platform/storage/connections/tenants.ts'
import { type Api, newEmail, startApi } from '../api.ts'
import { addBlock, addPerson, addTag, type Content, tenantOf } from '../block-content.ts'

let api: Api
let content: Content
let me: Tenant
beforeAll(async () => {
  api = await startApi()
  content = { db: api.db, now: Date.now() }
  me = await tenantOf(api, newEmail())
})
afterAll(() => api.stop())

const QUERY = 'query Q($input: FindTagInput!) { tag(input: $input) { dateLastContact organization { _id } } }'
const glance = async (_id: string, as = me) => {
  const { data, errors } = await api.execute(as.email, QUERY, { input: { _id } })
  expect(errors).toBeUndefined()
  return data.tag as { dateLastContact: number | null; organization: { _id: string } | null }
}

describe('dateLastContact', () => {
  const add = (tag: string, type: 'email' | 'event' | 'note', date_associated: number, archived = false) =>
    addBlock(content, me, type, { links: [{ tag }], date_associated, archived })

  test('is the latest mail, message, event or transcript until now', async () => {
    const tag = await addTag(content, me)
    expect((await glance(tag)).dateLastContact).toBeNull()
    await add(tag, 'email', 1_000)
    await add(tag, 'event', 2_000)
    await add(tag, 'event', content.now + 3_600_000)
    await add(tag, 'note', 3_000)
    await add(tag, 'email', 4_000, true)
    expect((await glance(tag)).dateLastContact).toBe(2_000)
  })

  test('tells nothing of what the viewer may not see', async () => {
    const tag = await addTag(content, me)
    await add(tag, 'email', 1_000)
    const hidden = await add(tag, 'email', 2_000)
    await api.db
      .deleteFrom('sharing')
      .where((all) => all.and({ tenant_id: me.tenantId, block_id: hidden, tag_id: me.tagId }))
      .execute()
    expect((await glance(tag)).dateLastContact).toBe(1_000)
  })

  test("does not know another person's mail with the same tag's owner", async () => {
    const friend = await tenantOf(api, newEmail())
    const email = newEmail()
    const [mine, theirs] = [await addPerson(content, me, email), await addPerson(content, friend, email)]
    await addBlock(content, friend, 'email', { links: [{ tag: theirs }], date_associated: 5_000 })
    expect((await glance(theirs, friend)).dateLastContact).toBe(5_000)
    expect((await glance(mine)).dateLastContact).toBeNull()
  })
})

describe('organization', () => {
  const organization = (owner: Tenant, email_domain: string, archived = false) =>
    addTag(content, owner, { tag_sub_type: 'organization', email_domain, archived })

  test("is the viewer's organization with the domain of the person's email", async () => {
    const [company, friend] = [await organization(me, 'acme.example'), await tenantOf(api, newEmail())]
    const person = await addTag(content, me, {
      tag_type: 'person',
      email: 'a@acme.example',
      email_domain: 'acme.example',
    })
    const theirs = await addTag(content, friend, {
      tag_type: 'person',
      email: 'a@acme.example',
      email_domain: 'acme.example',
    })
    expect((await glance(person)).organization).toEqual({ _id: company })
    expect((await glance(theirs, friend)).organization).toBeNull()
    expect((await glance(company)).organization).toBeNull()
  })

  test('is none if there is no such organization, or if it is archived', async () => {
    await organization(me, 'gone.example', true)
    const person = await addTag(content, me, {
      tag_type: 'person',
      email: 'b@gone.example',
      email_domain: 'gone.example',
    })
    const unknown = await addTag(content, me, {
      tag_type: 'person',
      email: 'c@no.example',
      email_domain: 'no.example',
    })
    expect((await glance(person)).organization).toBeNull()
    expect((await glance(unknown)).organization).toBeNull()
  })
})
