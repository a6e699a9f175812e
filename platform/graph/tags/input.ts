import { domainOfUrl } from '../../../src/runtime/web-address.ts'
import type { TagFields } from '../../storage/graph/tags/writes.ts'
import { toEmail } from '../../model/people.ts'
import { badInput } from '../errors.ts'
import { tagSubTypeOf, tagTypeOf } from './tag-types.ts'
import type { UpsertTagInput } from './upsert-tag.ts'

type Input = typeof UpsertTagInput.$inferInput

const LONGEST_NAME = 500
const LONGEST_TEXT = 20_000
const LONGEST_URL = 2_000
/** Of the domain name system. */
const LONGEST_DOMAIN = 253
const MOST_URLS = 50

/** What was sent of a tag, as the store takes it. Null takes a value away. Throws BAD_USER_INPUT. */
export function fieldsOf(input: Input): TagFields {
  const { tagType, tagSubType, email, urls, favorite } = input
  return {
    ...(input.alias === undefined ? {} : { alias: aliasOf(input.alias) }),
    ...given('friendly_name', input.friendlyName, (text) => textOf('friendlyName', text, LONGEST_NAME)),
    ...(tagType == null ? {} : { tag_type: tagTypeOf('input.tagType', tagType) }),
    ...given('tag_sub_type', tagSubType, (text) => textOf('tagSubType', tagSubTypeOf(text), LONGEST_NAME)),
    ...given('email', email, emailOf),
    ...given('email_domain', input.emailDomain, (text) => hostOf('emailDomain', text)),
    ...given('url', input.url, (text) => urlOf('url', text)),
    ...(urls === undefined ? {} : { urls: urlsOf(urls ?? []) }),
    ...given('avatar', input.avatar, (text) => urlOf('avatar', text)),
    ...given('favicon', input.favicon, (text) => urlOf('favicon', text)),
    ...given('phone_number', input.phoneNumber, (text) => textOf('phoneNumber', text, LONGEST_NAME)),
    ...given('description', input.description, (text) => textOf('description', text, LONGEST_TEXT)),
    ...given('external_id', input.externalId, (text) => textOf('externalId', text, LONGEST_NAME)),
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
  const alias = textOf('alias', text ?? '', LONGEST_NAME)
  if (alias === '') throw badInput('input.alias', 'must not be empty.')
  return alias
}

export function textOf(name: string, text: string, longest: number): string {
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
export function urlOf(name: string, text: string): string {
  const trimmed = textOf(name, text, LONGEST_URL)
  if (/\s/.test(trimmed) || !webUrl(trimmed)) throw badInput(`input.${name}`, 'must be an http or https address.')
  return HAS_SCHEME.test(trimmed) ? trimmed : `https://${trimmed}`
}

function urlsOf(texts: readonly string[]): string[] {
  if (texts.length > MOST_URLS) throw badInput('input.urls', `at most ${MOST_URLS} addresses.`)
  return [...new Set(texts.map((text) => urlOf('urls', text)))]
}

const HAS_SCHEME = /^https?:\/\//i

function webUrl(text: string): URL | undefined {
  const hasScheme = HAS_SCHEME.test(text)
  const url = URL.parse(hasScheme ? text : `https://${text}`)
  return url && url.username === '' && (hasScheme || url.hostname.includes('.')) ? url : undefined
}

function hostOf(name: string, text: string): string {
  const url = URL.parse(`https://${textOf(name, text, LONGEST_DOMAIN)}`)
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
