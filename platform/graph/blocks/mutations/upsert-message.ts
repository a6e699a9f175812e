import { cleanHtml } from '../../../html/clean-html.ts'
import type { BlockRow } from '../../../storage/graph/access/visibility.ts'
import type { BlockFields } from '../../../storage/graph/blocks/writes.ts'
import { builder } from '../../builder.ts'
import type { GraphContext } from '../../context.ts'
import { badInput, forbidden } from '../../errors.ts'
import { ReferenceBlockInput } from '../../values/block-reference.ts'
import { MAX_LENGTHS, parseDocument, parseText, sent, truncateText } from '../field-writers.ts'
import { Message } from '../types/message.ts'
import { SharingTagInput } from '../types/sharing-tag.ts'
import { createMessage, hasSamePlace } from './create-message.ts'
import { htmlToText } from './html-text.ts'
import { upsertBlock } from './upsert-block.ts'

const UpsertMessageInput = builder.inputType('UpsertMessageInput', {
  fields: (t) => ({
    _id: t.id({ description: 'Absent: a new message. A new UUID: a new message of that id.' }),
    parentReferenceBlock: t.field({ type: ReferenceBlockInput, description: 'The block it comments on.' }),
    bodyHtml: t.string({ description: 'Kept as it may stand in a page: without scripts, forms, styles.' }),
    bodyDocument: t.string({ description: "The content as the rich-text editor's JSON." }),
    threadId: t.string({ description: 'The thread it is written in.' }),
    sharingTags: t.field({
      type: [SharingTagInput],
      description: 'Absent: whoever sees the block commented on, or the thread, sees the message, now and later.',
    }),
  }),
})

export type MessageInput = typeof UpsertMessageInput.$inferInput

builder.mutationField('upsertOneMessage', (t) =>
  t.field({
    type: Message,
    description: 'Whoever sees a block may comment on it. A message stays where it was written.',
    args: { input: t.arg({ type: UpsertMessageInput, required: true }) },
    resolve: (_root, { input }, context) => upsertMessage(context, input),
  }),
)

function upsertMessage(context: GraphContext, input: MessageInput): Promise<BlockRow> {
  const body = bodyOf(input)
  return upsertBlock(context, {
    ...{ type: 'message', what: 'The message', id: input._id, sharingTags: input.sharingTags },
    fields: ({ now, viewer }, known) => {
      if (!known) return newBody(body)
      if ('text' in body && known.creator_id !== viewer.tenantId)
        throw forbidden('Only its author may change a message.')
      if (!hasSamePlace(known, input)) throw badInput('input', 'a message stays where it was written.')
      return 'text' in body ? { ...body, detail: { dateEdited: now } } : {}
    },
    create: (mutation, id, fields) => createMessage(mutation, input, id, fields),
  })
}

function newBody(body: BlockFields): BlockFields {
  if (body.document == null && body.large?.bodyHtml == null) throw badInput('input.bodyHtml', 'a message needs a body.')
  return body
}

/** What the message says is taken from its document, else from its HTML. */
function bodyOf(input: MessageInput): BlockFields {
  const written = parseDocument('input.bodyDocument', input.bodyDocument)
  if (input.bodyHtml === undefined) return written
  const given = parseText('input.bodyHtml', input.bodyHtml, MAX_LENGTHS.html)
  const bodyHtml = given === null ? null : cleanHtml(given)
  return sent({
    text: bodyHtml === null ? null : truncateText(htmlToText(bodyHtml)),
    ...(written.text == null ? {} : written),
    large: { bodyHtml },
  })
}
