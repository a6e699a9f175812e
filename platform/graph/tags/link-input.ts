import type { BusinessObjectIdentity } from '../../storage/graph/blocks/business-objects.ts'
import type { TagIdentity } from '../../storage/graph/tags/links.ts'
import { type BusinessObjectInput, parseBusinessObject } from '../blocks/mutations/attach.ts'
import { builder } from '../builder.ts'
import { badInput } from '../errors.ts'
import { parseText, parseUrl } from './input.ts'

const MAX_LINKS = 100
/** Ids are indexed, and an index entry holds 2,700 bytes. */
const MAX_ID_LENGTH = 250

export const ExternalIdLinkInput = builder.inputType('ExternalIdLinkInput', {
  description: "A tag's identity at a vendor.",
  fields: (t) => ({
    provider: t.string({ required: true }),
    application: t.string({ description: "The provider's name unless given." }),
    metadataType: t.string({ required: true }),
    externalId: t.string({ required: true }),
    url: t.string(),
  }),
})

/** Throws BAD_USER_INPUT for what names no object. */
export function parseBusinessObjects(
  given: readonly (typeof BusinessObjectInput.$inferInput)[],
): BusinessObjectIdentity[] {
  if (given.length > MAX_LINKS) throw badInput('input.businessObjects', `at most ${MAX_LINKS} at a time.`)
  return given.map((object) => parseBusinessObject('input.businessObjects', object))
}

export function parseExternalIdLinks(given: readonly (typeof ExternalIdLinkInput.$inferInput)[]): TagIdentity[] {
  if (given.length > MAX_LINKS) throw badInput('input.externalIdLinks', `at most ${MAX_LINKS} at a time.`)
  return given.map((link) => {
    const provider = required('provider', link.provider)
    return {
      provider,
      application: link.application?.trim() ? required('application', link.application) : provider,
      metadata_type: required('metadataType', link.metadataType),
      external_id: required('externalId', link.externalId),
      url: link.url?.trim() ? parseUrl('externalIdLinks.url', link.url) : null,
    }
  })
}

function required(name: string, given: string): string {
  const text = parseText(`externalIdLinks.${name}`, given, MAX_ID_LENGTH)
  if (text === '') throw badInput(`input.externalIdLinks.${name}`, 'must not be empty.')
  return text
}
