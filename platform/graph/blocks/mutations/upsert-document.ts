import { omitUndefined } from '../../../../src/runtime/omit.ts'
import { findConnection } from '../../../storage/connections/lists.ts'
import { parseId } from '../../arguments/ids.ts'
import { MAX_LENGTHS, parseText } from '../../arguments/text.ts'
import { builder } from '../../builder.ts'
import type { GraphContext } from '../../context.ts'
import { forbidden, notFound } from '../../errors.ts'
import { nullToDefault, parseDocument, unlessEmpty } from '../field-writers.ts'
import { Document } from '../types/document.ts'
import { acceptRecommendation } from './accept-recommendation.ts'
import { upsertBlock } from './upsert-block.ts'

const MAX_TITLE_LENGTH = 200
const FOREIGN = 'The document belongs to another account, and only that account may choose its connection.'

const UpsertDocumentInput = builder.inputType('UpsertDocumentInput', {
  fields: (t) => ({
    document: t.string({ required: true, description: "The content as the rich-text editor's JSON." }),
    _id: t.string({ description: 'Omit to create a document; an unused UUID creates a document with that id.' }),
    metadataType: t.string(),
    generated: t.boolean({ description: 'Whether an AI has generated the content.' }),
    recommendationId: t.string({
      description: 'The recommendation that the document implements, which is then accepted.',
    }),
    connectionId: t.string({ description: 'The connection that the document is to be written to.' }),
  }),
})

type Input = typeof UpsertDocumentInput.$inferInput

builder.mutationField('upsertOneDocument', (t) =>
  t.field({
    type: Document,
    description:
      "The title is the document's first line, unless it was imported from a vendor and keeps the vendor's title.",
    args: { input: t.arg({ type: UpsertDocumentInput, required: true }) },
    resolve: (_root, { input }, context) => upsertDocument(context, input),
  }),
)

async function upsertDocument(context: GraphContext, input: Input) {
  const document = parseDocument('input.document', input.document)
  const connectionId = await parseConnectionId(context, input.connectionId)
  const metadataType = parseText('input.metadataType', input.metadataType, MAX_LENGTHS.name)
  const detail = unlessEmpty(omitUndefined({ metadataType, connectionId }))
  return upsertBlock(context, {
    type: 'document',
    noun: 'The document',
    id: input._id,
    fields: ({ viewer }, existing) => {
      if (connectionId && existing && existing.tenant_id !== viewer.tenantId) throw forbidden(FOREIGN)
      return omitUndefined({
        ...document,
        detail,
        generated: nullToDefault(false, input.generated),
        title: existing?.provider ? undefined : firstLine(document.text ?? ''),
      })
    },
    afterWrite: (mutation) => acceptRecommendation(mutation, input.recommendationId),
  })
}

function firstLine(text: string): string {
  return text.split('\n', 1).join('').slice(0, MAX_TITLE_LENGTH).toWellFormed()
}

async function parseConnectionId({ db, viewer }: GraphContext, id: string | null | undefined) {
  if (id == null) return id
  const connectionId = parseId(id, 'The connection')
  if (!(await findConnection(db, { tenantId: viewer.tenantId, connectionId }))) throw notFound('The connection')
  return connectionId
}
