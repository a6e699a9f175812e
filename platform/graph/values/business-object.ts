import { isWebUrl } from '../../../src/runtime/web-address.ts'
import type { BusinessObjectIdentity } from '../../storage/graph/blocks/business-objects.ts'
import type { BusinessObjectRow } from '../../storage/graph/blocks/related-rows.ts'
import { MAX_LENGTHS, parseText } from '../arguments/text.ts'
import { builder } from '../builder.ts'
import { badInput } from '../errors.ts'

export const BusinessObjectLink = builder.objectRef<BusinessObjectRow>('BusinessObjectLink').implement({
  description: "A vendor's object that is attached to a block or a tag.",
  fields: (t) => ({
    _id: t.exposeID('link_id', { nullable: false }),
    provider: t.exposeString('provider', { nullable: true }),
    application: t.exposeString('application', { nullable: true }),
    url: t.exposeString('url', { nullable: true }),
    externalId: t.exposeString('external_id', { nullable: true }),
    metadataType: t.exposeString('metadata_type', { nullable: true }),
    title: t.exposeString('title', { nullable: true }),
    iconUrl: t.exposeString('icon_url', { nullable: true }),
  }),
})

export const BusinessObjectInput = builder.inputType('BusinessObjectInput', {
  fields: (t) => ({ url: t.string(), externalId: t.string(), provider: t.string(), metadataType: t.string() }),
})

/** Parses a reference to a vendor's object, which needs a url or an external id. Throws BAD_USER_INPUT at `argument`. */
export function parseBusinessObject(
  argument: string,
  input: typeof BusinessObjectInput.$inferInput,
): BusinessObjectIdentity {
  const parseName = (name: 'externalId' | 'provider' | 'metadataType') =>
    parseText(`${argument}.${name}`, input[name]?.trim(), MAX_LENGTHS.name) || null
  const object = { url: parseUrl(`${argument}.url`, input.url), external_id: parseName('externalId') }
  if (object.url === null && object.external_id === null) throw badInput(argument, 'needs a url or an externalId.')
  return { ...object, provider: parseName('provider'), metadata_type: parseName('metadataType') }
}

function parseUrl(argument: string, text: string | null | undefined): string | null {
  const url = parseText(argument, text?.trim(), MAX_LENGTHS.url)
  if (!url) return null
  if (!isWebUrl(url)) throw badInput(argument, 'must be an http or https URL.')
  return url
}
