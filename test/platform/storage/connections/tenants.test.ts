import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { signIn, type Tenant } from '../../../../platform/storage/connections/tenants.ts'
import { inTransaction } from '../../../../platform/storage/postgres/database.ts'
import { updateRecipientsAndNotify } from '../../../../platform/storage/sharing.ts'
import { claimSync, createFixture, createTenant, email, NOW, type SyncFixture, toCommit } from '../fixtures.ts'
import { openTestStore, type TestStore } from '../test-store.ts'

let server: TestStore
beforeAll(async () => {
  server = await openTestStore()
})
afterAll(() => server.close())

const address = () => `guest-${randomUUID()}@x.example`

describe('signing in', () => {
  test('makes a tenant and its own person tag once, however many first requests come at once', async () => {
    const identity = { issuer: 'i', subject: randomUUID(), email: 'Ada@Acme.example', givenName: 'Ada' }
    const tenants = await Promise.all(Array.from({ length: 6 }, () => signIn(server.db, identity, NOW)))
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

  test('keeps subjects of different issuers apart', async () => {
    const identity = { subject: randomUUID(), email: 'ada@acme.example' }
    const [one, other] = [
      await signIn(server.db, { issuer: 'i', ...identity }, NOW),
      await signIn(server.db, { issuer: 'j', ...identity }, NOW),
    ]
    expect(one.tenantId).not.toBe(other.tenantId)
  })
})

describe('a block that is shared', () => {
  /** A tenant's mail from `guest`, and that link shared, or not any more. */
  async function mailFrom(guest: string) {
    const scene = await createFixture(server.db)
    const { fence } = await claimSync(scene, 'email')
    const keep = (subject: string, now = NOW) =>
      scene.store.commitPage(
        fence,
        toCommit({ sync: 'email', items: [email('1', { from: { email: guest }, subject })] }),
        now,
      )
    await keep('first')
    const { block_id } = await server.db
      .selectFrom('blocks')
      .select('block_id')
      .where('tenant_id', '=', scene.tenant.tenantId)
      .executeTakeFirstOrThrow()
    const share = (shared: boolean, level = 1) =>
      inTransaction(server.db, async (tx) => {
        await sql`update sharing s set shared = ${shared}, sharing_level = ${level} from tags t
          where s.block_id = ${block_id} and s.tenant_id = ${scene.tenant.tenantId} and t.tenant_id = s.tenant_id
            and t.tag_id = s.tag_id and t.email = ${guest}`.execute(tx)
        await updateRecipientsAndNotify(tx, scene.tenant.tenantId, [block_id], NOW)
      })
    return { scene, keep, share, block_id }
  }

  /** What a tenant sees, by rows of its own only. */
  async function visibleTo({ tenantId, tagId }: Tenant) {
    return server.db
      .selectFrom('sharing')
      .select(['block_id', 'sharing_level', 'date_updated', 'archived'])
      .where('tenant_id', '=', tenantId)
      .where('tag_id', '=', tagId)
      .where('shared', '=', true)
      .execute()
  }

  async function toldTo({ tenantId }: Tenant) {
    const rows = await server.db
      .selectFrom('change_events')
      .select('event_type')
      .where('tenant_id', '=', tenantId)
      .orderBy('sequence')
      .execute()
    return rows.map(({ event_type }) => event_type)
  }

  test('is seen by the tenant of that address, from that moment to that moment', async () => {
    const guest = await createTenant(server.db, address())
    const { share, block_id } = await mailFrom(guest.email)
    expect(await visibleTo(guest)).toEqual([])
    await share(true)
    expect(await visibleTo(guest)).toMatchObject([{ block_id, sharing_level: 1 }])
    await share(true, 0)
    expect(await visibleTo(guest)).toMatchObject([{ sharing_level: 0 }])
    await share(false)
    expect(await visibleTo(guest)).toEqual([])
    expect(await toldTo(guest)).toEqual(['SHARED', 'SHARED', 'UNSHARED'])
  })

  test('is seen by whoever signs in with the address later', async () => {
    const later = address()
    const { share, block_id } = await mailFrom(later)
    await share(true)
    const guest = await createTenant(server.db, later)
    expect(await visibleTo(guest)).toMatchObject([{ block_id }])
    expect(await toldTo(guest)).toEqual(['SHARED'])
  })

  test('is up to date with every guest after a sync has changed it', async () => {
    const guest = await createTenant(server.db, address())
    const { keep, share } = await mailFrom(guest.email)
    await share(true)
    await keep('second', NOW + 5)
    expect(await visibleTo(guest)).toMatchObject([{ date_updated: NOW + 5 }])
    expect(await toldTo(guest)).toEqual(['SHARED', 'UPDATED'])
  })

  test('stays its owner’s, and strangers see nothing', async () => {
    const guest = await createTenant(server.db, address())
    const {
      scene,
      share,
      block_id,
    }: { scene: SyncFixture; share: (shared: boolean) => Promise<void>; block_id: string } = await mailFrom(guest.email)
    await share(true)
    expect(await visibleTo(scene.tenant)).toMatchObject([{ block_id, sharing_level: 2 }])
    expect(await visibleTo(await createTenant(server.db, address()))).toEqual([])
  })
})
