import type { BusinessObject } from '../../storage/graph/blocks/business-objects.ts'
import type { IdentityOfTag } from '../../storage/graph/tags/links.ts'
import { type BusinessObjectInput, toObject } from '../blocks/mutations/attach.ts'
import { builder } from '../builder.ts'
import { badInput } from '../errors.ts'
import { textOf, urlOf } from './input.ts'

const MOST_LINKS = 100
/** Ids are indexed, and an index entry holds 2,700 bytes. */
const LONGEST_ID = 250

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
export function objectsOf(given: readonly (typeof BusinessObjectInput.$inferInput)[]): BusinessObject[] {
  if (given.length > MOST_LINKS) throw badInput('input.businessObjects', `at most ${MOST_LINKS} at a time.`)
  return given.map((object) => toObject('input.businessObjects', object))
}

export function identitiesOf(given: readonly (typeof ExternalIdLinkInput.$inferInput)[]): IdentityOfTag[] {
  if (given.length > MOST_LINKS) throw badInput('input.externalIdLinks', `at most ${MOST_LINKS} at a time.`)
  return given.map((link) => {
    const provider = required('provider', link.provider)
    return {
      provider,
      application: link.application?.trim() ? required('application', link.application) : provider,
      metadata_type: required('metadataType', link.metadataType),
      external_id: required('externalId', link.externalId),
      url: link.url?.trim() ? urlOf('externalIdLinks.url', link.url) : null,
    }
  })
}

function required(name: string, given: string): string {
  const text = textOf(`externalIdLinks.${name}`, given, LONGEST_ID)
  if (text === '') throw badInput(`input.externalIdLinks.${name}`, 'must not be empty.')
  return text
}
