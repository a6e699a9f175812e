import type { Credential } from '../../src/contract/index.ts'

/** The tenant of all personal accounts. https://learn.microsoft.com/entra/identity-platform/id-token-claims-reference */
export const PERSONAL_TENANT = '9188040d-6c67-4c5b-b112-36a304b66dad'

/** Whether this is a personal account rather than one of an organization. */
export function isPersonalAccount({ profile }: Pick<Credential, 'profile'>): boolean {
  const { tenantId } = (profile ?? {}) as { tenantId?: unknown }
  return tenantId === PERSONAL_TENANT
}
