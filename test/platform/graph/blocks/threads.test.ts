import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Tenant } from '../../../../platform/storage/connections/tenants.ts'
import { NOW } from '../../storage/fixtures.ts'
import { type Api, newEmail, startApi } from '../api.ts'
import { addBlock, addPerson, type Content, tenantOf } from '../block-content.ts'
import { queryBlock } from './typed-block.ts'

let api: Api
let content: Content
let ada: Tenant
beforeAll(async () => {
  api = await startApi()
  content = { db: api.db, now: NOW }
  ada = await tenantOf(api, newEmail())
})
afterAll(() => api.stop())

const block = (_id: string, type: string, selection: string, email = ada.email) =>
  queryBlock(api, _id, type, selection, email)

describe('a thread', () => {
  const FIELDS = 'readStatus messageCount dateLastMessage participants { email } messages(size: 1) { title }'

  test('shows a guest only what is shared with them, and is unread until they have read it', async () => {
    const guest = await tenantOf(api, newEmail())
    const links = [{ tag: await addPerson(content, ada, guest.email), shared: true }]
    const id = await addBlock(content, ada, 'thread', { links })
    await addBlock(content, ada, 'message', { thread_id: id, links, title: 'seen', date_created: NOW })
    await addBlock(content, ada, 'message', { thread_id: id, title: 'unseen', date_created: NOW + 1 })
    await addPerson(content, guest, ada.email)
    const { data } = await block(id, 'thread', FIELDS, guest.email)
    expect(data.block).toMatchObject({
      readStatus: 'UNREAD',
      messageCount: 1,
      dateLastMessage: NOW,
      messages: [{ title: 'seen' }],
      participants: [{ email: ada.email }, { email: guest.email }],
    })
    const mark = { tenant_id: guest.tenantId, block_id: id, read_status: 'READ', date_updated: NOW } as const
    await api.db.insertInto('block_marks').values(mark).execute()
    expect((await block(id, 'thread', 'readStatus', guest.email)).data.block).toMatchObject({ readStatus: 'READ' })
  })

  test('does not include messages that a guest has not shared', async () => {
    const id = await addBlock(content, ada, 'thread')
    const outsider = await tenantOf(api, newEmail())
    await addBlock(content, outsider, 'message', { thread_id: id })
    expect((await block(id, 'thread', FIELDS)).data.block).toMatchObject({ messageCount: 0, messages: [] })
  })
})
