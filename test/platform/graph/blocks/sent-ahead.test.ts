import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { type Api, codeOf, newEmail, startApi } from '../api.ts'
import { signIn, type TestUser } from '../block-operations.ts'

let api: Api
let ada: TestUser
let ben: TestUser
beforeAll(async () => {
  api = await startApi()
  ;[ada, ben] = [await signIn(api), await signIn(api)]
})
afterAll(() => api.stop())

const share = (email: string) => ({ email, shared: true, sharingLevel: 0, sharingApproach: 1 })

async function countTags(email: string): Promise<number> {
  return (await api.db.selectFrom('tags').select('tag_id').where('email', '=', email).execute()).length
}

test('an invitation to a block that the viewer cannot see creates no tag, although it is resolved with the lock', async () => {
  const { _id } = await ada.run('upsertOneNote', { title: 'Plan' })
  for (const id of [_id, randomUUID()]) {
    const email = newEmail()
    const referenceBlock = { id, blockType: 'note' }
    const added = await ben.execute('addSharingTag', { referenceBlock, sharingTag: share(email) })
    const replaced = await ben.execute('updateOneBlock', { _id: id, sharingTags: [share(email)] })
    expect([codeOf(added), codeOf(replaced)]).toEqual(['NOT_FOUND', 'NOT_FOUND'])
    expect(await countTags(email)).toBe(0)
  }
})

test('a mutation that is refused after its first writes leaves nothing', async () => {
  const email = newEmail()
  const unknownTag = { tagId: randomUUID(), shared: true, sharingLevel: 0, sharingApproach: 1 }
  const before = await api.db.selectFrom('blocks').select('block_id').where('tenant_id', '=', ada.tenantId).execute()
  const refused = await ada.execute('upsertOneNote', { title: 'Plan', sharingTags: [share(email), unknownTag] })
  expect(codeOf(refused)).toBe('NOT_FOUND')
  const after = await api.db.selectFrom('blocks').select('block_id').where('tenant_id', '=', ada.tenantId).execute()
  expect(after).toEqual(before)
  expect(await countTags(email)).toBe(0)
})

test('the links of a block are rewritten only if its dates or its archived flag have changed', async () => {
  const { _id } = await ada.run('upsertOneNote', { title: 'Plan', sharingTags: [share(ben.email)] })
  const readVersions = async () => {
    const { rows } =
      await sql`select ctid::text from sharing where block_id = ${_id} order by tenant_id, tag_id`.execute(api.db)
    expect(rows).toHaveLength(3)
    return rows
  }
  const created = await readVersions()
  await ada.run('addReaction', { _id, blockType: 'note', shortcodes: 'wave' })
  expect(await readVersions()).toEqual(created)
  await ada.run('upsertOneNote', { _id, title: 'Plan B' })
  const { rows } = await sql`
    select from sharing s join blocks b on b.tenant_id = s.block_tenant_id and b.block_id = s.block_id
    where s.block_id = ${_id} and s.date_updated = b.date_updated`.execute(api.db)
  expect(rows).toHaveLength(3)
  expect(await readVersions()).not.toEqual(created)
})
