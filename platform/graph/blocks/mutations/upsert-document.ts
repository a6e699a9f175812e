import { findConnection } from '../../../storage/connections/lists.ts'
import { parseId } from '../../arguments/ids.ts'
import { builder } from '../../builder.ts'
import type { GraphContext } from '../../context.ts'
import { forbidden, notFound } from '../../errors.ts'
import { MAX_LENGTHS, parseDocument, parseText, sent, unlessEmpty } from '../field-writers.ts'
import { Document } from '../types/document.ts'
import { acceptRecommendation } from './accept-recommendation.ts'
import { upsertBlock } from './upsert-block.ts'

const MAX_TITLE_LENGTH = 200
const FOREIGN = 'The document belongs to another account, which says what connection it is meant for.'

const UpsertDocumentInput = builder.inputType('UpsertDocumentInput', {
  fields: (t) => ({
    document: t.string({ required: true, description: "The content as the rich-text editor's JSON." }),
    _id: t.string({ description: 'Absent: a new document. A new UUID: a new document of that id.' }),
    metadataType: t.string(),
    recommendationId: t.string({ description: 'The recommendation that it goes by; it counts as accepted.' }),
    connectionId: t.string({ description: 'The connection that it is meant for.' }),
  }),
})

type Input = typeof UpsertDocumentInput.$inferInput

builder.mutationField('upsertOneDocument', (t) =>
  t.field({
    type: Document,
    description: 'The title is the first line, unless the document has come from a vendor, who names it.',
    args: { input: t.arg({ type: UpsertDocumentInput, required: true }) },
    resolve: (_root, { input }, context) => upsertDocument(context, input),
  }),
)

async function upsertDocument(context: GraphContext, input: Input) {
  const written = parseDocument('input.document', input.document)
  const connectionId = await connectionOf(context, input.connectionId)
  const metadataType = parseText('input.metadataType', input.metadataType, MAX_LENGTHS.name)
  const detail = unlessEmpty(sent({ metadataType, connectionId }))
  return upsertBlock(context, {
    ...{ type: 'document', what: 'The document', id: input._id },
    fields: ({ viewer }, known) => {
      if (connectionId && known && known.tenant_id !== viewer.tenantId) throw forbidden(FOREIGN)
      return sent({ ...written, detail, title: known?.provider ? undefined : firstLine(written.text ?? '') })
    },
    afterWrite: (mutation) => acceptRecommendation(mutation, input.recommendationId),
  })
}

function firstLine(text: string): string {
  return text.split('\n', 1).join('').slice(0, MAX_TITLE_LENGTH).toWellFormed()
}

async function connectionOf({ db, viewer }: GraphContext, given: string | null | undefined) {
  if (given == null) return given
  const connectionId = parseId(given, 'The connection')
  if (!(await findConnection(db, { tenantId: viewer.tenantId, connectionId }))) throw notFound('The connection')
  return connectionId
}
