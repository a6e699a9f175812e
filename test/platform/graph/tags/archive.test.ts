import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Tenant } from '../../../../platform/storage/connections/tenants.ts'
import { type Api, codeOf, newEmail, startApi } from '../api.ts'
import { tenantOf } from '../block-content.ts'

let api: Api
let me: Tenant
beforeAll(async () => {
  api = await startApi()
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

const namesFound = async (searchString: string, as = me) => {
  const query = 'query Q($input: SearchTagsInput) { searchTags(input: $input) { _id } }'
  return ((await api.execute(as.email, query, { input: { searchString } })).data.searchTags as Written[]).map(
    ({ _id }) => _id,
  )
}

describe('archiving', () => {
  test('can be undone and is idempotent', async () => {
    const { _id } = await written({ alias: 'Archived', tagType: 'topic' })
    expect((await archive({ _id })).data.archiveOneTag).toEqual({ _id, archived: true })
    expect((await archive({ _id, archive: true })).data.archiveOneTag).toEqual({ _id, archived: true })
    expect(await namesFound('archived')).not.toContain(_id)
    expect((await archive({ _id, archive: false })).data.archiveOneTag).toEqual({ _id, archived: false })
    expect(await namesFound('archived')).toContain(_id)
    const events = (await eventsOf(me)).filter((event) => event._id === _id)
    expect(events.map(({ eventType }) => eventType)).toEqual(['CREATED', 'ARCHIVED', 'RESTORED'])
  })

  test("one's own tag is refused", async () => {
    expect(codeOf(await archive({ _id: me.tagId }))).toBe('CONFLICT')
    expect((await archive({ _id: me.tagId, archive: false })).errors).toBeUndefined()
  })
})
