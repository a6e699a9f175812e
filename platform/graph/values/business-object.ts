import type { BusinessObjectRow } from '../../storage/graph/blocks/related-rows.ts'
import { builder } from '../builder.ts'

export const BusinessObjectLink = builder.objectRef<BusinessObjectRow>('BusinessObjectLink').implement({
  description: 'An object of a vendor that is attached to a block or a tag.',
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
