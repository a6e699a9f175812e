import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { runMutation } from '../../../../platform/storage/graph/access/mutation.ts'
import { mergeIntoTag } from '../../../../platform/storage/graph/tags/merge.ts'
import { archiveTag } from '../../../../platform/storage/graph/tags/writes.ts'
import { createFixture, email, NOW, type SyncFixture } from '../fixtures.ts'
import { openTestStore, type TestStore } from '../test-store.ts'
import { findBlock, findLinks, findTag, NO_COUNTS, startMailRun } from './page-runs.ts'

let server: TestStore
let fixture: SyncFixture
beforeAll(async () => {
  server = await openTestStore()
})
beforeEach(async () => {
  fixture = await createFixture(server.db)
})
afterAll(() => server.close())

describe('the participants of an item', () => {
  test('and their organizations are linked once each, and the tenant owns the block', async () => {
    await (await startMailRun(fixture))([
      email('1', { cc: [{ email: 'Grace@navy.example' }, { email: 'eve@gmail.com' }] }),
    ])
    expect(await findLinks(fixture, '1')).toEqual({
      [fixture.tenant.email]: 'shared 2',
      'ada@acme.example': 'linked',
      'acme.example': 'linked',
      'grace@navy.example': 'linked',
      'navy.example': 'linked',
      'eve@gmail.com': 'linked',
    })
  })

  test('get the first name that is delivered, and keep it', async () => {
    const commitMail = await startMailRun(fixture)
    const nameOf = async () =>
      await server.db
        .selectFrom('tags')
        .select(['alias', 'friendly_name', 'name_search'])
        .where('tenant_id', '=', fixture.tenant.tenantId)
        .where('email', '=', 'bob@x.example')
        .executeTakeFirstOrThrow()
    await commitMail([email('1', { from: { email: 'Bob@x.example' } })])
    expect(await nameOf()).toEqual({ alias: 'bob@x.example', friendly_name: null, name_search: 'bob@x.example' })
    await commitMail([email('2', { from: { email: 'bob@x.example', friendlyName: 'Böb' } })])
    expect(await nameOf()).toEqual({ alias: 'Böb', friendly_name: 'Böb', name_search: 'bob\nbob@x.example' })
    await commitMail([email('3', { from: { email: 'bob@x.example', friendlyName: 'Robert' } })])
    expect(await nameOf()).toMatchObject({ alias: 'Böb' })
  })

  test('are linked and unlinked as the content changes, but links that a person has changed stay', async () => {
    const commitMail = await startMailRun(fixture)
    const to = (...people: string[]) =>
      email('1', { from: { email: 'ada@acme.example' }, to: people.map((name) => ({ email: `${name}@x.example` })) })
    await commitMail([to('bob', 'carol', 'dan')])
    const change = (name: string, change: 'delete' | 'pin') => {
      const tag = sql`(select tag_id from tags where tenant_id = ${fixture.tenant.tenantId} and email = ${`${name}@x.example`})`
      return change === 'delete'
        ? sql`delete from sharing where tag_id = ${tag}`.execute(server.db)
        : sql`update sharing set pinned = true where tag_id = ${tag}`.execute(server.db)
    }
    await change('bob', 'pin')
    await change('carol', 'delete')
    await commitMail([to('carol', 'eve')])
    expect(Object.keys(await findLinks(fixture, '1')).sort()).toEqual(
      [fixture.tenant.email, 'acme.example', 'ada@acme.example', 'bob@x.example', 'eve@x.example', 'x.example'].sort(),
    )
    await commitMail([to()])
    expect(Object.keys(await findLinks(fixture, '1')).sort()).toEqual(
      [fixture.tenant.email, 'acme.example', 'ada@acme.example', 'bob@x.example'].sort(),
    )
  })
})

test('what arrives for a merged person belongs to the one that they were merged into, until they are restored', async () => {
  const commitMail = await startMailRun(fixture)
  const from = (email: string) => ({ from: { email }, to: [{ email: fixture.tenant.email }] })
  await commitMail([email('1', from('grace@navy.example')), email('2', from('grace@home.example'))])
  const [target, merged] = [await findTag(fixture, 'grace@navy.example'), await findTag(fixture, 'grace@home.example')]
  const viewer = { tenantId: fixture.tenant.tenantId, tagId: fixture.tenant.tagId }
  const archive = (archived: boolean) =>
    runMutation(server.db, viewer, NOW, (mutation) =>
      archiveTag(mutation, { ...merged, archived: !archived }, archived),
    )
  await runMutation(server.db, viewer, NOW, (mutation) => mergeIntoTag(mutation, [merged.tag_id], target.tag_id))
  await archive(true)
  await commitMail([email('3', from('grace@home.example'))])
  expect(await findLinks(fixture, '3')).toMatchObject({ 'grace@navy.example': 'linked' })
  expect(await findLinks(fixture, '3')).not.toHaveProperty(['grace@home.example'])
  await archive(false)
  await commitMail([email('4', from('grace@home.example'))])
  expect(await findLinks(fixture, '4')).toMatchObject({ 'grace@home.example': 'linked' })
})

describe('changes by a person', () => {
  test('survive every sync: archived, favorite, sharing', async () => {
    const commitMail = await startMailRun(fixture)
    await commitMail([email('1')])
    const { block_id } = await findBlock(fixture, '1')
    await sql`update blocks set archived = true where block_id = ${block_id}`.execute(server.db)
    await sql`insert into block_marks values (${fixture.tenant.tenantId}, ${block_id}, true, null, 1)`.execute(
      server.db,
    )
    await sql`update sharing set shared = true, sharing_level = 1, sharing_approach = 1
      where block_id = ${block_id} and tag_id <> ${fixture.tenant.tagId}`.execute(server.db)
    const linksBefore = await findLinks(fixture, '1')
    expect(await commitMail([email('1')])).toEqual({ ...NO_COUNTS, unchanged: 1 })
    expect(await commitMail([email('1', { subject: 'Other', from: { email: 'new@x.example' } })])).toEqual({
      ...NO_COUNTS,
      updated: 1,
    })
    expect(await findBlock(fixture, '1')).toMatchObject({ archived: true, title: 'Other' })
    expect(await findLinks(fixture, '1')).toMatchObject(linksBefore)
    const marks = await server.db
      .selectFrom('block_marks')
      .select('favorite')
      .where('block_id', '=', block_id)
      .execute()
    expect(marks).toEqual([{ favorite: true }])
    const links = await server.db.selectFrom('sharing').select('archived').where('block_id', '=', block_id).execute()
    expect(new Set(links.map(({ archived }) => archived))).toEqual(new Set([true]))
  })
})
