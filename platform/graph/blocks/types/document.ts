import type { PersonReference } from '../../../../src/contract/index.ts'
import { largeContentCost, loadCappedContent } from '../lazy-content.ts'
import { needs } from '../selected-columns.ts'
import { defineBlockType } from './block.ts'
import { Person } from './person.ts'

interface DocumentDetail {
  metadataType?: string
  connectionId?: string
  fileName?: string
  mimeType?: string
  size?: number
  url?: string
  version?: string
  organizedBy?: PersonReference
}

export const Document = defineBlockType(
  'document',
  'A document that was written here or imported from a vendor.',
  (t) => ({
    documentHtml: t.string({
      ...largeContentCost,
      resolve: (document, _args, context) => loadCappedContent<string>(context, document, 'documentHtml'),
    }),
    metadataType: t.string({ resolve: ({ detail }) => (detail as DocumentDetail).metadataType }),
    connectionId: t.string({
      description:
        "The connection that the document was imported by or is to be written to; null for another tenant's document.",
      ...needs({ columns: ['connection_id', 'detail'] }),
      resolve: ({ tenant_id, connection_id, detail }, _args, { viewer }) =>
        tenant_id === viewer.tenantId ? (connection_id ?? (detail as DocumentDetail).connectionId) : null,
    }),
    fileName: t.string({ resolve: ({ detail }) => (detail as DocumentDetail).fileName }),
    mimeType: t.string({ resolve: ({ detail }) => (detail as DocumentDetail).mimeType }),
    size: t.float({ description: 'Size in bytes.', resolve: ({ detail }) => (detail as DocumentDetail).size }),
    url: t.string({ resolve: ({ detail, uri }) => (detail as DocumentDetail).url ?? uri }),
    version: t.string({ resolve: ({ detail }) => (detail as DocumentDetail).version }),
    organizedBy: t.field({
      type: Person,
      nullable: true,
      resolve: ({ detail }) => (detail as DocumentDetail).organizedBy,
    }),
  }),
)
