import { FieldError } from '../../src/kit/key-connections/form.ts'
import { toInstance } from './api/instance.ts'
import type { SalesforceSettings } from './settings.ts'

export const PRODUCTION = 'https://login.salesforce.com'
export const SANDBOX = 'https://test.salesforce.com'

/**
 * The origin of a login address that a person entered: production, sandboxes or the My Domain of an org. A key is only
 * used there, so any other host is refused with a FieldError before anything is sent.
 */
export function toLoginOrigin(address: string, settings: SalesforceSettings): string {
  const text = address.includes('://') ? address : `https://${address}`
  if (settings.origin !== undefined && text.replace(/\/+$/, '') === settings.origin) return settings.origin
  const url = URL.parse(text)
  if (!url) throw new FieldError('This is not an address such as https://acme.my.salesforce.com.', 'loginUrl')
  if (url.protocol !== 'https:') throw new FieldError('The login address has to begin with https://.', 'loginUrl')
  if (url.port) throw new FieldError('The login address must not have a port.', 'loginUrl')
  url.hostname = url.hostname.replace(/\.$/, '')
  if (/\.lightning\.(force\.com|crmforce\.mil)$/.test(url.hostname)) {
    throw new FieldError(
      'This is the address of the user interface. The My Domain has the form https://acme.my.salesforce.com.',
      'loginUrl',
    )
  }
  // What is entered is checked against the vendor's hosts, also while an origin replaces them.
  const { origin: _replacement, ...vendorSettings } = settings
  const origin = toInstance(url.toString(), vendorSettings)
  if (origin) return origin
  const isOwnHost = toInstance(url.origin, vendorSettings) !== undefined
  throw new FieldError(
    isOwnHost && !url.username && !url.password
      ? 'Enter only the first part of the address, up to “.com”.'
      : 'This is not a host of Salesforce. The My Domain has the form https://acme.my.salesforce.com.',
    'loginUrl',
  )
}

/** The audiences to try, the likelier one first: from a My Domain one cannot tell for sure whether its org is a sandbox. */
export function toAudiences(loginOrigin: string): [string, string] {
  const { hostname } = new URL(loginOrigin)
  const isSandbox = hostname === 'test.salesforce.com' || hostname.includes('--') || hostname.includes('.sandbox.')
  return isSandbox ? [SANDBOX, PRODUCTION] : [PRODUCTION, SANDBOX]
}
