import { COMPANIES } from '../core/world.ts'
import type { MicrosoftAccount } from './account.ts'
import { guidOf } from './guids.ts'

/** The tenant of every personal account (https://learn.microsoft.com/entra/identity-platform/id-token-claims-reference). */
export const PERSONAL_TENANT = '9188040d-6c67-4c5b-b112-36a304b66dad'

export function tenantOf(company: { key: string }): string {
  return guidOf(`tenant ${company.key}`)
}

/** What stands in the path of an endpoint, and who may sign in there. */
export interface Tenant {
  readonly path: string
  admits(account: MicrosoftAccount): boolean
}

export const TENANTS: readonly Tenant[] = [
  { path: 'common', admits: () => true },
  { path: 'organizations', admits: ({ personal }) => !personal },
  { path: 'consumers', admits: ({ personal }) => personal },
  ...[PERSONAL_TENANT, ...Object.values(COMPANIES).map(tenantOf)].map((path) => ({
    path,
    admits: ({ tenant }: MicrosoftAccount) => tenant === path,
  })),
]
