import { domainOfUrl } from '../../../src/runtime/web-address.ts'

/** The domain of a website as people write it: `http://www.acme.com/x`, `acme.com`. Undefined for anything else. */
export function toDomain(website: string | undefined): string | undefined {
  const address = website?.trim().toLowerCase() ?? ''
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//.test(address) ? address : `https://${address}`)
  return url?.hostname.includes('.') ? domainOfUrl(url).replace(/\.$/, '') : undefined
}

/** The organization's domain in an e-mail address; undefined for the domain of a mail provider. */
export function organizationDomain(email: string | undefined): string | undefined {
  return toOwnDomain(email?.split('@')[1])
}

/** The domain of a website; undefined for that of a mail provider, which many organizations and people use. */
export function toOwnDomain(website: string | undefined): string | undefined {
  const domain = toDomain(website)
  return domain && !MAIL_PROVIDERS.has(domain) ? domain : undefined
}

const MAIL_PROVIDERS = new Set([
  '126.com',
  '163.com',
  'aol.com',
  'bluewin.ch',
  'btinternet.com',
  'fastmail.com',
  'free.fr',
  'gmail.com',
  'gmx.com',
  'gmx.de',
  'gmx.net',
  'googlemail.com',
  'hey.com',
  'hotmail.co.uk',
  'hotmail.com',
  'icloud.com',
  'libero.it',
  'live.com',
  'mac.com',
  'mail.com',
  'mail.ru',
  'me.com',
  'msn.com',
  'orange.fr',
  'outlook.com',
  'proton.me',
  'protonmail.com',
  'qq.com',
  't-online.de',
  'web.de',
  'yahoo.co.uk',
  'yahoo.com',
  'yandex.ru',
  'zoho.com',
])
