import { COMPANIES } from '../../core/fixtures.ts'
import { deterministicGuid } from '../guids.ts'

/** The tenant of every personal account (https://learn.microsoft.com/entra/identity-platform/id-token-claims-reference). */
export const PERSONAL_TENANT = '9188040d-6c67-4c5b-b112-36a304b66dad'

/** The tenant id of a company, which is the same at every start of the sandbox. */
export function tenantIdOf(company: { key: string }): string {
  return deterministicGuid(`tenant ${company.key}`)
}

/** The members of an account that decide where it may sign in. */
export interface TenantMembership {
  readonly tenant: string
  readonly personal: boolean
}

/** A value of the `{tenant}` path segment and the accounts that may sign in there. */
export interface TenantEndpoint {
  readonly path: string
  admits(account: TenantMembership): boolean
}

export const TENANTS: readonly TenantEndpoint[] = [
  { path: 'common', admits: () => true },
  { path: 'organizations', admits: ({ personal }) => !personal },
  { path: 'consumers', admits: ({ personal }) => personal },
  ...[PERSONAL_TENANT, ...Object.values(COMPANIES).map(tenantIdOf)].map((path) => ({
    path,
    admits: ({ tenant }: TenantMembership) => tenant === path,
  })),
]
