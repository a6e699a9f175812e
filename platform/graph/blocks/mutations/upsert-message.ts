import { compile } from 'html-to-text'
import { omitUndefined } from '../../../../src/runtime/omit.ts'
import { cleanHtml } from '../../../html/clean-html.ts'
import type { BlockRow } from '../../../storage/graph/access/visibility.ts'
import type { BlockFields } from '../../../storage/graph/blocks/writes.ts'
import { MAX_LENGTHS, parseText } from '../../arguments/text.ts'
import { builder } from '../../builder.ts'
import type { GraphContext } from '../../context.ts'
import { badInput, forbidden } from '../../errors.ts'
import { ReferenceBlockInput } from '../../values/block-reference.ts'
import { nullToDefault, parseDocument, truncateText } from '../field-writers.ts'
import { Message } from '../types/message.ts'
import { SharingTagInput } from '../types/sharing-tag.ts'
import { createMessage, hasSamePlace } from './create-message.ts'
import { upsertBlock } from './upsert-block.ts'

const UpsertMessageInput = builder.inputType('UpsertMessageInput', {
  fields: (t) => ({
    _id: t.id({ description: 'Omit to create a message; an unused UUID creates a message with that id.' }),
    parentReferenceBlock: t.field({ type: ReferenceBlockInput, description: 'The block to comment on.' }),
    bodyHtml: t.string({ description: 'Stored without scripts, forms and styles.' }),
    bodyDocument: t.string({ description: "The content as the rich-text editor's JSON." }),
    threadId: t.string({ description: 'The thread to post in.' }),
    generated: t.boolean({ description: 'Whether an AI has generated the content.' }),
    sharingTags: t.field({
      type: [SharingTagInput],
      description:
        'If omitted, everyone who can see the commented block or the thread sees the message, now and later.',
    }),
  }),
})

type MessageInput = typeof UpsertMessageInput.$inferInput

builder.mutationField('upsertOneMessage', (t) =>
  t.field({
    type: Message,
    description: 'Everyone who can see a block may comment on it. A message cannot be moved.',
    args: { input: t.arg({ type: UpsertMessageInput, required: true }) },
    resolve: (_root, { input }, context) => upsertMessage(context, input),
  }),
)

function upsertMessage(context: GraphContext, input: MessageInput): Promise<BlockRow> {
  const body = parseBody(input)
  const generated = omitUndefined({ generated: nullToDefault(false, input.generated) })
  return upsertBlock(context, {
    type: 'message',
    noun: 'The message',
    id: input._id,
    sharingTags: input.sharingTags,
    fields: ({ now, viewer }, existing) => {
      if (!existing) return { ...requireBody(body), ...generated }
      const isEdited = 'text' in body || 'generated' in generated
      if (isEdited && existing.creator_id !== viewer.tenantId) {
        throw forbidden('Only its author may change a message.')
      }
      if (!hasSamePlace(existing, input)) throw badInput('input', 'a message cannot be moved.')
      return 'text' in body ? { ...body, ...generated, detail: { dateEdited: now } } : generated
    },
    create: (mutation, id, fields) => createMessage(mutation, input, id, fields),
  })
}

function requireBody(body: BlockFields): BlockFields {
  if (body.document == null && body.large?.bodyHtml == null) throw badInput('input.bodyHtml', 'a message needs a body.')
  return body
}

/** The message's text is taken from its document if there is one, otherwise from its HTML. */
function parseBody(input: MessageInput): BlockFields {
  const document = parseDocument('input.bodyDocument', input.bodyDocument)
  if (input.bodyHtml === undefined) return document
  const html = parseText('input.bodyHtml', input.bodyHtml, MAX_LENGTHS.html)
  const bodyHtml = html === null ? null : cleanHtml(html)
  return omitUndefined({
    text: bodyHtml === null ? null : truncateText(htmlToText(bodyHtml)),
    ...(document.text == null ? undefined : document),
    large: { bodyHtml },
  })
}

const MAX_HTML_DEPTH = 200

/** Compiled once: compiling the options takes longer than converting a short text. */
const convertHtml = compile({
  wordwrap: false,
  limits: { maxDepth: MAX_HTML_DEPTH },
  selectors: [
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'img', format: 'skip' },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
})

/** The text of sanitized HTML: paragraphs, lists and tables on lines of their own, without link targets and images. */
function htmlToText(html: string): string {
  return convertHtml(html).replaceAll('\0', '').trim().toWellFormed()
}
