import type { Buckets } from '../../buckets.ts'
import { createTenant, findTenant, type Identity, type Tenant } from '../../connections/tenants.ts'
import { grantOutstandingShares } from '../access/outstanding-shares.ts'

/** The tenant of an identity. The first time it is created, and granted the blocks that are shared with its address. */
export async function signIn(buckets: Buckets, identity: Identity, now: number): Promise<Tenant> {
  const existing = await findTenant(buckets.directory, identity)
  if (existing) return existing
  const tenant = await createTenant(buckets, identity, now)
  await grantOutstandingShares(buckets, tenant, now)
  return tenant
}
