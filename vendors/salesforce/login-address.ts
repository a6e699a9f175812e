import { FieldError } from '../../src/kit/key-connections/form.ts'
import { toInstance } from './api/instance.ts'

export const PRODUCTION = 'https://login.salesforce.com'
export const SANDBOX = 'https://test.salesforce.com'

/**
 * The origin of a login address that a person entered: production, sandboxes or the My Domain of an org. A key is only
 * used there, so any other host is refused with a FieldError before anything is sent, also while a configured origin
 * replaces Salesforce's hosts.
 */
export function toLoginOrigin(address: string): string {
  const url = URL.parse(address.includes('://') ? address : `https://${address}`)
  if (!url) throw new FieldError('This is not an address such as https://acme.my.salesforce.com.')
  if (url.protocol !== 'https:') throw new FieldError('The login address has to begin with https://.')
  if (url.port) throw new FieldError('The login address must not have a port.')
  url.hostname = url.hostname.replace(/\.$/, '')
  if (/\.lightning\.(force\.com|crmforce\.mil)$/.test(url.hostname)) {
    throw new FieldError(
      'This is the address of the user interface. The My Domain has the form https://acme.my.salesforce.com.',
    )
  }
  const origin = toInstance(url.toString(), {})
  if (origin) return origin
  const isOwnHost = toInstance(url.origin, {}) !== undefined
  throw new FieldError(
    isOwnHost && !url.username && !url.password
      ? 'Enter only the first part of the address, up to “.com”.'
      : 'This is not a host of Salesforce. The My Domain has the form https://acme.my.salesforce.com.',
  )
}

/** The audiences to try, the likelier one first: from a My Domain one cannot tell for sure whether its org is a sandbox. */
export function toAudiences(loginOrigin: string): [string, string] {
  const { hostname } = new URL(loginOrigin)
  const isSandbox = hostname === 'test.salesforce.com' || hostname.includes('--') || hostname.includes('.sandbox.')
  return isSandbox ? [SANDBOX, PRODUCTION] : [PRODUCTION, SANDBOX]
}
