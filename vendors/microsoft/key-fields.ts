import { FieldError } from '../../src/kit/key-connections/form.ts'
import { isMailAddress } from '../../src/kit/people.ts'
import { PERSONAL_TENANT } from './tenants.ts'

const GUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
/** The id of a tenant, or one of its domains: anything else never becomes part of an address. */
export const TENANT_PATTERN = `^(?:${GUID}|(?:${LABEL}\\.)+[a-z][a-z0-9-]{0,61}[a-z0-9])$`
export const CLIENT_ID_PATTERN = `^${GUID}$`

const SEVERAL_TENANTS = ['common', 'organizations', 'consumers']
const WHERE = 'It is shown on the overview page of the app registration.'

/** Reads the tenant of an organization. Throws FieldError. */
export function readTenant(text: string): string {
  const tenant = text.toLowerCase()
  if (SEVERAL_TENANTS.includes(tenant)) {
    throw new FieldError(
      `“${tenant}” stands for many organizations, but a key belongs to one: enter its Directory (tenant) ID. ${WHERE}`,
    )
  }
  if (tenant === PERSONAL_TENANT) {
    throw new FieldError('This is the tenant of personal accounts, which cannot be read with a key.')
  }
  if (tenant.includes('@')) throw new FieldError('This is an address. Enter the ID of the tenant, or its domain.')
  if (new RegExp(TENANT_PATTERN).test(tenant)) return tenant
  throw new FieldError(`This is neither the ID of a tenant nor a domain such as acme.onmicrosoft.com. ${WHERE}`)
}

/** Reads the id of an app registration. Throws FieldError. */
export function readClientId(text: string): string {
  const clientId = text.toLowerCase()
  if (new RegExp(CLIENT_ID_PATTERN).test(clientId)) return clientId
  throw new FieldError(`This is not an Application (client) ID, which has the form 00000000-0000-… ${WHERE}`)
}

const PERSONAL_DOMAINS = /@(outlook|hotmail|live|msn)\.com$/

/** Reads the address of a mailbox. Throws FieldError. */
export function readMailbox(text: string): string {
  const address = text.toLowerCase()
  if (!isMailAddress(address)) throw new FieldError('This is not an e-mail address.')
  if (PERSONAL_DOMAINS.test(address)) {
    throw new FieldError('A key opens mailboxes of an organization only, not those of personal accounts.')
  }
  return address
}
