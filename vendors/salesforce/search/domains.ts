import { domainOfUrl } from '../../../src/runtime/web-address.ts'

/** The domain of a web address as people write it: `http://www.acme.com/x`, `acme.com`. Undefined when it is none. */
export function toDomain(website: string | undefined): string | undefined {
  const address = website?.trim().toLowerCase() ?? ''
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//.test(address) ? address : `https://${address}`)
  return url?.hostname.includes('.') ? domainOfUrl(url).replace(/\.$/, '') : undefined
}

/** The domain an address speaks for; mail providers speak for nobody. */
export function organizationDomain(email: string | undefined): string | undefined {
  const domain = toDomain(email?.split('@')[1])
  return domain && !MAIL_PROVIDERS.has(domain) ? domain : undefined
}

const MAIL_PROVIDERS = new Set([
  ...['gmail.com', 'googlemail.com', 'outlook.com', 'hotmail.com', 'live.com', 'msn.com', 'yahoo.com', 'icloud.com'],
  ...['me.com', 'mac.com', 'aol.com', 'gmx.com', 'gmx.de', 'gmx.net', 'web.de', 't-online.de', 'proton.me'],
  ...['protonmail.com', 'mail.com', 'zoho.com', 'fastmail.com', 'hey.com', 'yandex.ru', 'mail.ru', 'qq.com', '163.com'],
  ...['126.com', 'orange.fr', 'free.fr', 'libero.it', 'bluewin.ch', 'hotmail.co.uk', 'yahoo.co.uk', 'btinternet.com'],
])
