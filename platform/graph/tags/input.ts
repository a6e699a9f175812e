import { omitUndefined } from '../../../src/runtime/omit.ts'
import { domainOfUrl } from '../../../src/runtime/web-address.ts'
import { toEmail } from '../../model/people.ts'
import type { BusinessObjectIdentity } from '../../storage/graph/blocks/business-objects.ts'
import type { TagIdentity } from '../../storage/graph/tags/links.ts'
import type { TagFields } from '../../storage/graph/tags/writes.ts'
import { builder } from '../builder.ts'
import { badInput } from '../errors.ts'
import { BusinessObjectInput, parseBusinessObject } from '../values/business-object.ts'
import { TagType } from './tag.ts'
import { normalizeTagSubType } from './types.ts'

const MAX_NAME_LENGTH = 500
const MAX_TEXT_LENGTH = 20_000
const MAX_URL_LENGTH = 2_000
/** RFC 1035, section 3.1, without the length octets. */
const MAX_DOMAIN_LENGTH = 253
const MAX_URLS = 50
const MAX_LINKS = 100
/** Ids are indexed, and an index entry can have at most 2,700 bytes. */
const MAX_ID_LENGTH = 250

const ExternalIdLinkInput = builder.inputType('ExternalIdLinkInput', {
  description: "A tag's identity at a vendor.",
  fields: (t) => ({
    provider: t.string({ required: true }),
    application: t.string({ description: "Defaults to the provider's name." }),
    metadataType: t.string({ required: true }),
    externalId: t.string({ required: true }),
    url: t.string(),
  }),
})

export const UpsertTagInput = builder.inputType('UpsertTagInput', {
  fields: (t) => ({
    _id: t.id({
      description:
        'If omitted, a tag is created, unless a person with that email or an organization with that domain exists.',
    }),
    alias: t.string(),
    friendlyName: t.string(),
    tagType: t.field({ type: TagType }),
    tagSubType: t.string({ description: 'organization for accounts.' }),
    email: t.string(),
    emailDomain: t.string({ description: "An organization's domain. Defaults to the domain of its url." }),
    url: t.string(),
    urls: t.stringList(),
    avatar: t.string(),
    favicon: t.string(),
    phoneNumber: t.string(),
    description: t.string(),
    externalId: t.string(),
    favorite: t.boolean(),
    businessObjects: t.field({ type: [BusinessObjectInput], description: 'Added to the existing ones.' }),
    externalIdLinks: t.field({ type: [ExternalIdLinkInput], description: 'Added to the existing ones.' }),
  }),
})

type Input = typeof UpsertTagInput.$inferInput

/** Parses the fields of a tag. Fields that were not sent are absent; null clears a field. Throws BAD_USER_INPUT. */
export function parseTagFields(input: Input): TagFields {
  const { tagType, tagSubType, urls } = input
  return omitUndefined({
    alias: input.alias === undefined ? undefined : parseAlias(input.alias),
    friendly_name: parseNullable(input.friendlyName, (text) => trimText('friendlyName', text, MAX_NAME_LENGTH)),
    tag_type: tagType ?? undefined,
    tag_sub_type: parseNullable(tagSubType, (text) =>
      trimText('tagSubType', normalizeTagSubType(text), MAX_NAME_LENGTH),
    ),
    email: parseNullable(input.email, parseEmail),
    email_domain: parseNullable(input.emailDomain, (text) => parseDomain('emailDomain', text)),
    url: parseNullable(input.url, (text) => parseUrl('url', text)),
    urls: urls === undefined ? undefined : parseUrls(urls ?? []),
    avatar: parseNullable(input.avatar, (text) => parseUrl('avatar', text)),
    favicon: parseNullable(input.favicon, (text) => parseUrl('favicon', text)),
    phone_number: parseNullable(input.phoneNumber, (text) => trimText('phoneNumber', text, MAX_NAME_LENGTH)),
    description: parseNullable(input.description, (text) => trimText('description', text, MAX_TEXT_LENGTH)),
    external_id: parseNullable(input.externalId, (text) => trimText('externalId', text, MAX_NAME_LENGTH)),
    favorite: input.favorite ?? undefined,
  })
}

/** Undefined if the field was not sent; null for null and for blank text. */
function parseNullable(text: string | null | undefined, parse: (text: string) => string): string | null | undefined {
  if (text === undefined) return undefined
  return text === null || text.trim() === '' ? null : parse(text)
}

function parseAlias(text: string | null): string {
  const alias = trimText('alias', text ?? '', MAX_NAME_LENGTH)
  if (alias === '') throw badInput('input.alias', 'must not be empty.')
  return alias
}

function trimText(name: string, text: string, maxLength: number): string {
  const trimmed = text.trim()
  if (trimmed.length > maxLength) throw badInput(`input.${name}`, `may have at most ${maxLength} characters.`)
  return trimmed
}

function parseEmail(text: string): string {
  const email = toEmail(text)
  if (!email) throw badInput('input.email', 'must be an email address.')
  return email
}

/** Parses an http or https URL; without a scheme it becomes https. Throws BAD_USER_INPUT at `input.<name>`. */
export function parseUrl(name: string, text: string): string {
  const trimmed = trimText(name, text, MAX_URL_LENGTH)
  if (/\s/.test(trimmed) || !toWebUrl(trimmed)) throw badInput(`input.${name}`, 'must be an http or https URL.')
  return HAS_SCHEME.test(trimmed) ? trimmed : `https://${trimmed}`
}

function parseUrls(texts: readonly string[]): string[] {
  if (texts.length > MAX_URLS) throw badInput('input.urls', `at most ${MAX_URLS} addresses.`)
  return [...new Set(texts.map((text) => parseUrl('urls', text)))]
}

const HAS_SCHEME = /^https?:\/\//i

function toWebUrl(text: string): URL | undefined {
  const hasScheme = HAS_SCHEME.test(text)
  const url = URL.parse(hasScheme ? text : `https://${text}`)
  return url && url.username === '' && (hasScheme || url.hostname.includes('.')) ? url : undefined
}

function parseDomain(name: string, text: string): string {
  const url = URL.parse(`https://${trimText(name, text, MAX_DOMAIN_LENGTH)}`)
  if (!url?.hostname || url.host !== url.hostname || url.pathname !== '/' || url.search || url.username) {
    throw badInput(`input.${name}`, 'must be a domain.')
  }
  return url.hostname
}

/**
 * The domain of an organization's website, which identifies the organization. Undefined for a URL with a path, which is
 * a page of some site, such as a profile.
 */
export function domainOfSite(url: string | null | undefined): string | undefined {
  const site = url == null ? undefined : toWebUrl(url)
  const isSite = site !== undefined && site.pathname === '/' && site.search === '' && site.hostname.includes('.')
  return isSite ? domainOfUrl(site) : undefined
}

/** Throws BAD_USER_INPUT for an object without a url and an external id. */
export function parseBusinessObjects(
  objects: readonly (typeof BusinessObjectInput.$inferInput)[],
): BusinessObjectIdentity[] {
  if (objects.length > MAX_LINKS) throw badInput('input.businessObjects', `at most ${MAX_LINKS} at a time.`)
  return objects.map((object) => parseBusinessObject('input.businessObjects', object))
}

/** Throws BAD_USER_INPUT. */
export function parseExternalIdLinks(links: readonly (typeof ExternalIdLinkInput.$inferInput)[]): TagIdentity[] {
  if (links.length > MAX_LINKS) throw badInput('input.externalIdLinks', `at most ${MAX_LINKS} at a time.`)
  return links.map((link) => {
    const provider = parseLinkText('provider', link.provider)
    return {
      provider,
      application: link.application?.trim() ? parseLinkText('application', link.application) : provider,
      metadata_type: parseLinkText('metadataType', link.metadataType),
      external_id: parseLinkText('externalId', link.externalId),
      url: link.url?.trim() ? parseUrl('externalIdLinks.url', link.url) : null,
    }
  })
}

function parseLinkText(name: string, text: string): string {
  const trimmed = trimText(`externalIdLinks.${name}`, text, MAX_ID_LENGTH)
  if (trimmed === '') throw badInput(`input.externalIdLinks.${name}`, 'must not be empty.')
  return trimmed
}
