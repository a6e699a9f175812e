import { ValidationError } from '../../../src/kit/errors.ts'
import { type HostRule, toTrustedOrigin } from '../../../src/kit/hosts.ts'
import type { SalesforceSettings } from '../settings.ts'

/** Domains that are Salesforce's own, as its command line knows them. */
const SALESFORCE_DOMAINS = [
  'salesforce.com',
  'force.com',
  'cloudforce.com',
  'salesforce.mil',
  'crmforce.mil',
  'sfcrmproducts.cn',
]

/**
 * The host of a customer's org. It comes with every request, and the user's token is sent there, so it is looked at
 * every time. Throws ValidationError, before anything is sent, when it is not Salesforce's.
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

/** The same, undefined when the address is not to be trusted. */
export function toInstance(instanceUrl: string | undefined, { origin }: SalesforceSettings): string | undefined {
  const rule: HostRule = { domains: SALESFORCE_DOMAINS, origin }
  const instance = toTrustedOrigin(instanceUrl, rule)
  // The user interface's hosts have no API; Salesforce never names one as the instance.
  return instance && !/\.lightning\.(?:force\.com|crmforce\.mil)$/.test(instance) ? instance : undefined
}

/** Domains of the user interface, by the domain of the API, as Salesforce's command line derives them. */
const LIGHTNING_DOMAINS: readonly [api: RegExp, lightning: string][] = [
  [/\.my\.salesforce\.com$/, '.lightning.force.com'],
  [/\.my\.salesforce\.mil$/, '.lightning.crmforce.mil'],
  [/\.my\.sfcrmproducts\.cn$/, '.lightning.sfcrmapps.cn'],
]

/** Where people look at the org: a stand-in has one origin for everything. */
export function toLightningOrigin(instance: string, { origin }: SalesforceSettings): string {
  if (origin) return instance
  const found = LIGHTNING_DOMAINS.find(([api]) => api.test(instance))
  return found ? instance.replace(...found) : `${instance.replace(/^(https:\/\/[^.]+).*$/, '$1')}.lightning.force.com`
}

/** Whether a host shows the org: by its My Domain, which the hosts of one org have in common. */
export function isOrgHost(host: string, instance: string, settings: SalesforceSettings): boolean {
  const own = new URL(instance).host
  if (settings.origin) return host === own
  if (!toTrustedOrigin(`https://${host}`, { domains: SALESFORCE_DOMAINS })) return false
  // Older hosts (na1.salesforce.com) serve many orgs and say nothing: whether the org has the record will tell.
  const org = toMyDomain(host)
  return org === undefined || org === (toMyDomain(own) ?? own.replace(/\..*$/, ''))
}

function toMyDomain(host: string): string | undefined {
  return /^([a-z0-9-]+)(?:\.[a-z0-9-]+)*\.(?:my|lightning)\./.exec(host)?.[1]
}
