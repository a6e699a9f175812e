import { ValidationError } from '../../../src/kit/errors.ts'
import { type HostRule, toTrustedOrigin } from '../../../src/kit/hosts.ts'
import type { SalesforceSettings } from '../settings.ts'

/** Salesforce's own domains, from the source of its command line. */
const SALESFORCE_DOMAINS = [
  'salesforce.com',
  'force.com',
  'cloudforce.com',
  'salesforce.mil',
  'crmforce.mil',
  'sfcrmproducts.cn',
]

/**
 * Returns the origin of a customer's org. It is part of each request and the user's token is sent there, so it is
 * validated every time. Throws ValidationError, before anything is sent, if it is not Salesforce's.
 */
export function requireInstance(
  instanceUrl: string | undefined,
  settings: SalesforceSettings,
  pointer: string,
): string {
  const origin = toInstance(instanceUrl, settings)
  if (origin) return origin
  throw ValidationError.at(pointer, 'must be the address of a Salesforce org, such as https://acme.my.salesforce.com.')
}

/** The same, but returns undefined for a URL that is not trusted. */
export function toInstance(
  instanceUrl: string | undefined,
  { origin }: Pick<SalesforceSettings, 'origin'>,
): string | undefined {
  const rule: HostRule = { domains: SALESFORCE_DOMAINS, origin }
  const instance = toTrustedOrigin(instanceUrl, rule)
  // Hosts of the user interface have no API, and Salesforce never returns one as the instance.
  return instance && !/\.lightning\.(?:force\.com|crmforce\.mil)$/.test(instance) ? instance : undefined
}

/** The domain of the user interface for each domain of the API, from the source of Salesforce's command line. */
const LIGHTNING_DOMAINS: readonly [api: RegExp, lightning: string][] = [
  [/\.my\.salesforce\.com$/, '.lightning.force.com'],
  [/\.my\.salesforce\.mil$/, '.lightning.crmforce.mil'],
  [/\.my\.sfcrmproducts\.cn$/, '.lightning.sfcrmapps.cn'],
]

/** The origin of the org's user interface. A configured origin serves both the API and the pages. */
export function toLightningOrigin(instance: string, { origin }: SalesforceSettings): string {
  if (origin) return instance
  const replacement = LIGHTNING_DOMAINS.find(([api]) => api.test(instance))
  return replacement
    ? instance.replace(...replacement)
    : `${instance.replace(/^(https:\/\/[^.]+).*$/, '$1')}.lightning.force.com`
}

/** Whether a host belongs to the org. All hosts of an org share its My Domain. */
export function isOrgHost(host: string, instance: string, settings: SalesforceSettings): boolean {
  const instanceHost = new URL(instance).host
  if (settings.origin) return host === instanceHost
  if (!toTrustedOrigin(`https://${host}`, { domains: SALESFORCE_DOMAINS })) return false
  // Older hosts (na1.salesforce.com) serve many orgs. Whether the org has the record is decided by looking it up.
  const org = toMyDomain(host)
  return org === undefined || org === (toMyDomain(instanceHost) ?? instanceHost.replace(/\..*$/, ''))
}

function toMyDomain(host: string): string | undefined {
  return /^([a-z0-9-]+)(?:\.[a-z0-9-]+)*\.(?:my|lightning)\./.exec(host)?.[1]
}
