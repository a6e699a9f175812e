import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { onlyBucket } from '../../../../platform/storage/buckets.ts'
import type { Tenant } from '../../../../platform/storage/connections/tenants.ts'
import { signIn } from '../../../../platform/storage/graph/user/sign-in.ts'
import { inTransaction } from '../../../../platform/storage/postgres/database.ts'
import { claimSync, createFixture, createTenant, email, NOW, type SyncFixture, toCommit } from '../fixtures.ts'
import { updateRecipientsAndNotify } from '../shares.ts'
import { openTestStore, type TestStore } from '../test-store.ts'

let server: TestStore
beforeAll(async () => {
  server = await openTestStore()
})
afterAll(() => server.close())

const newAddress = () => `recipient-${randomUUID()}@x.example`

describe('signing in', () => {
  test('creates a tenant and its person tag once, however many first requests are concurrent', async () => {
    const identity = { issuer: 'i', subject: randomUUID(), email: 'Ada@Acme.example', givenName: 'Ada' }
    const tenants = await Promise.all(Array.from({ length: 6 }, () => signIn(onlyBucket(server.db), identity, NOW)))
    expect(new Set(tenants.map((tenant) => JSON.stringify(tenant))).size).toBe(1)
    const [tenant] = tenants
    expect(tenant).toMatchObject({ email: 'ada@acme.example', givenName: 'Ada' })
    const tags = await server.db
      .selectFrom('tags')
      .select(['tag_id', 'tag_type', 'email', 'alias', 'email_domain'])
      .where('tenant_id', '=', tenant?.tenantId ?? '')
      .execute()
    expect(tags).toEqual([
      {
        tag_id: tenant?.tagId,
        tag_type: 'person',
        email: 'ada@acme.example',
        alias: 'Ada',
        email_domain: 'acme.example',
      },
    ])
  })

  test('creates different tenants for the same subject of different issuers', async () => {
    const identity = { subject: randomUUID(), email: 'ada@acme.example' }
    const [first, second] = [
      await signIn(onlyBucket(server.db), { issuer: 'i', ...identity }, NOW),
      await signIn(onlyBucket(server.db), { issuer: 'j', ...identity }, NOW),
    ]
    expect(first.tenantId).not.toBe(second.tenantId)
  })
})

describe('a shared block', () => {
  /** Stores a mail from `address`. Returns functions that update the mail, and that share or unshare its link to `address`. */
  async function createMailFrom(address: string) {
    const fixture = await createFixture(server.db)
    const { fence } = await claimSync(fixture, 'email')
    const commit = (subject: string, now = NOW) =>
      fixture.store.commitPage(
        fence,
        toCommit({ sync: 'email', items: [email('1', { from: { email: address }, subject })] }),
        now,
      )
    await commit('first')
    const { block_id } = await server.db
      .selectFrom('blocks')
      .select('block_id')
      .where('tenant_id', '=', fixture.tenant.tenantId)
      .executeTakeFirstOrThrow()
    const share = (shared: boolean, level = 1) =>
      inTransaction(server.db, async (tx) => {
        await sql`update sharing s set shared = ${shared}, sharing_level = ${level} from tags t
          where s.block_id = ${block_id} and s.tenant_id = ${fixture.tenant.tenantId} and t.tenant_id = s.tenant_id
            and t.tag_id = s.tag_id and t.email = ${address}`.execute(tx)
        await updateRecipientsAndNotify(tx, fixture.tenant.tenantId, [block_id], NOW)
      })
    return { fixture, commit, share, block_id }
  }

  /** The blocks shared with a tenant, from its own rows only. */
  async function loadVisible({ tenantId, tagId }: Tenant) {
    return server.db
      .selectFrom('sharing')
      .select(['block_id', 'sharing_level', 'date_updated', 'archived'])
      .where('tenant_id', '=', tenantId)
      .where('tag_id', '=', tagId)
      .where('shared', '=', true)
      .execute()
  }

  async function loadChanges({ tenantId }: Tenant) {
    const rows = await server.db
      .selectFrom('change_events')
      .select('event_type')
      .where('tenant_id', '=', tenantId)
      .orderBy('sequence')
      .execute()
    return rows.map(({ event_type }) => event_type)
  }

  test('is visible to the tenant with that address while it is shared', async () => {
    const recipient = await createTenant(server.db, newAddress())
    const { share, block_id } = await createMailFrom(recipient.email)
    expect(await loadVisible(recipient)).toEqual([])
    await share(true)
    expect(await loadVisible(recipient)).toMatchObject([{ block_id, sharing_level: 1 }])
    await share(true, 0)
    expect(await loadVisible(recipient)).toMatchObject([{ sharing_level: 0 }])
    await share(false)
    expect(await loadVisible(recipient)).toEqual([])
    expect(await loadChanges(recipient)).toEqual(['SHARED', 'SHARED', 'UNSHARED'])
  })

  test('is visible to a tenant who signs in with the address later', async () => {
    const address = newAddress()
    const { share, block_id } = await createMailFrom(address)
    await share(true)
    const recipient = await createTenant(server.db, address)
    expect(await loadVisible(recipient)).toMatchObject([{ block_id }])
    expect(await loadChanges(recipient)).toEqual(['SHARED'])
  })

  test('is up to date for every recipient after a sync has changed it', async () => {
    const recipient = await createTenant(server.db, newAddress())
    const { commit, share } = await createMailFrom(recipient.email)
    await share(true)
    await commit('second', NOW + 5)
    expect(await loadVisible(recipient)).toMatchObject([{ date_updated: NOW + 5 }])
    expect(await loadChanges(recipient)).toEqual(['SHARED', 'UPDATED'])
  })

  test('still belongs to its owner, and is not visible to other tenants', async () => {
    const recipient = await createTenant(server.db, newAddress())
    const {
      fixture,
      share,
      block_id,
    }: { fixture: SyncFixture; share: (shared: boolean) => Promise<void>; block_id: string } = await createMailFrom(
      recipient.email,
    )
    await share(true)
    expect(await loadVisible(fixture.tenant)).toMatchObject([{ block_id, sharing_level: 2 }])
    expect(await loadVisible(await createTenant(server.db, newAddress()))).toEqual([])
  })
})
