import { domainOfUrl } from '../../../src/runtime/web-address.ts'
import { toEmail } from '../../model/people.ts'
import type { TagFields } from '../../storage/graph/tags/writes.ts'
import { badInput } from '../errors.ts'
import { normalizeTagSubType, parseTagType } from './tag-types.ts'
import type { UpsertTagInput } from './upsert-tag.ts'

type Input = typeof UpsertTagInput.$inferInput

const MAX_NAME_LENGTH = 500
const MAX_TEXT_LENGTH = 20_000
const MAX_URL_LENGTH = 2_000
/** Of the domain name system. */
const MAX_DOMAIN_LENGTH = 253
const MAX_URLS = 50

/** What was sent of a tag, as the store takes it. Null takes a value away. Throws BAD_USER_INPUT. */
export function parseTagFields(input: Input): TagFields {
  const { tagType, tagSubType, email, urls, favorite } = input
  return {
    ...(input.alias === undefined ? {} : { alias: aliasOf(input.alias) }),
    ...given('friendly_name', input.friendlyName, (text) => parseText('friendlyName', text, MAX_NAME_LENGTH)),
    ...(tagType == null ? {} : { tag_type: parseTagType('input.tagType', tagType) }),
    ...given('tag_sub_type', tagSubType, (text) => parseText('tagSubType', normalizeTagSubType(text), MAX_NAME_LENGTH)),
    ...given('email', email, emailOf),
    ...given('email_domain', input.emailDomain, (text) => hostOf('emailDomain', text)),
    ...given('url', input.url, (text) => parseUrl('url', text)),
    ...(urls === undefined ? {} : { urls: urlsOf(urls ?? []) }),
    ...given('avatar', input.avatar, (text) => parseUrl('avatar', text)),
    ...given('favicon', input.favicon, (text) => parseUrl('favicon', text)),
    ...given('phone_number', input.phoneNumber, (text) => parseText('phoneNumber', text, MAX_NAME_LENGTH)),
    ...given('description', input.description, (text) => parseText('description', text, MAX_TEXT_LENGTH)),
    ...given('external_id', input.externalId, (text) => parseText('externalId', text, MAX_NAME_LENGTH)),
    ...(favorite == null ? {} : { favorite }),
  }
}

/** A column that was sent; blank text is none. */
function given<Name extends keyof TagFields>(
  column: Name,
  text: string | null | undefined,
  read: (text: string) => string,
): { [Column in Name]?: string | null } {
  if (text === undefined) return {}
  const value = text === null || text.trim() === '' ? null : read(text)
  return { [column]: value } as { [Column in Name]?: string | null }
}

function aliasOf(text: string | null): string {
  const alias = parseText('alias', text ?? '', MAX_NAME_LENGTH)
  if (alias === '') throw badInput('input.alias', 'must not be empty.')
  return alias
}

export function parseText(name: string, text: string, longest: number): string {
  const trimmed = text.trim()
  if (trimmed.length > longest) throw badInput(`input.${name}`, `may have at most ${longest} characters.`)
  return trimmed
}

function emailOf(text: string): string {
  const email = toEmail(text)
  if (!email) throw badInput('input.email', 'must be an e-mail address.')
  return email
}

/** An address that a browser may open. One without a scheme is of the web. */
export function parseUrl(name: string, text: string): string {
  const trimmed = parseText(name, text, MAX_URL_LENGTH)
  if (/\s/.test(trimmed) || !webUrl(trimmed)) throw badInput(`input.${name}`, 'must be an http or https address.')
  return HAS_SCHEME.test(trimmed) ? trimmed : `https://${trimmed}`
}

function urlsOf(texts: readonly string[]): string[] {
  if (texts.length > MAX_URLS) throw badInput('input.urls', `at most ${MAX_URLS} addresses.`)
  return [...new Set(texts.map((text) => parseUrl('urls', text)))]
}

const HAS_SCHEME = /^https?:\/\//i

function webUrl(text: string): URL | undefined {
  const hasScheme = HAS_SCHEME.test(text)
  const url = URL.parse(hasScheme ? text : `https://${text}`)
  return url && url.username === '' && (hasScheme || url.hostname.includes('.')) ? url : undefined
}

function hostOf(name: string, text: string): string {
  const url = URL.parse(`https://${parseText(name, text, MAX_DOMAIN_LENGTH)}`)
  if (!url?.hostname || url.host !== url.hostname || url.pathname !== '/' || url.search || url.username) {
    throw badInput(`input.${name}`, 'must be a domain.')
  }
  return url.hostname
}

/**
 * The domain of an organization's site, by which it is known. An address with a path is a page of somebody's site, such
 * as a profile, and tells nothing.
 */
export function domainOfSite(url: string | null | undefined): string | undefined {
  const site = url == null ? undefined : webUrl(url)
  const isSite = site !== undefined && site.pathname === '/' && site.search === '' && site.hostname.includes('.')
  return isSite ? domainOfUrl(site) : undefined
}
