import type { Attachment, PersonReference } from '../../../../src/contract/index.ts'
import type { BlockRow } from '../../../storage/graph/access/visibility.ts'
import { builder, caseInsensitiveEnum } from '../../builder.ts'
import type { GraphContext } from '../../context.ts'
import { largeContentCost, loadCappedContent } from '../lazy-content.ts'
import { defineBlockType } from './block.ts'
import { Person } from './person.ts'

interface EmailDetail {
  subject: string
  direction: 'inbound' | 'outbound'
  from?: PersonReference
  to?: PersonReference[]
  cc?: PersonReference[]
  bcc?: PersonReference[]
  replyTo?: PersonReference[]
  dateSent?: number
  dateReceived?: number
  messageId?: string
  inReplyTo?: string
  labels?: string[]
  unread?: boolean
  hasAttachments?: boolean
  attachments?: Attachment[]
}

const EmailDirection = caseInsensitiveEnum('EmailDirection', ['inbound', 'outbound'])

const AttachmentRef = builder.objectRef<Attachment>('Attachment').implement({
  description: 'A file attached to an email. Its content is not imported.',
  fields: (t) => ({
    _id: t.exposeID('externalId', { nullable: false, description: "The vendor's id of the attachment." }),
    name: t.exposeString('name'),
    mimeType: t.exposeString('mimeType'),
    size: t.exposeFloat('size', { description: 'Size in bytes.' }),
    uri: t.exposeString('uri', { nullable: true }),
    inline: t.boolean({ resolve: ({ inline }) => inline ?? false }),
  }),
})

const PEOPLE: { type: [typeof Person]; nullable: { list: false; items: false } } = {
  type: [Person],
  nullable: { list: false, items: false },
}

const of = ({ detail }: { detail: object }) => detail as EmailDetail

/** The resolver of a field that is visible to the mailbox's owner only; guests get `fallback`. */
function ownerOnly<Value>(read: (mail: EmailDetail) => Value, fallback: Value) {
  return (email: BlockRow, _args: object, { viewer }: GraphContext) =>
    email.tenant_id === viewer.tenantId ? read(of(email)) : fallback
}

export const Email = defineBlockType('email', 'A message of a mailbox.', (t) => ({
  subject: t.string({ resolve: ({ detail, title }) => of({ detail }).subject ?? title }),
  direction: t.field({ type: EmailDirection, nullable: true, resolve: (email) => of(email).direction }),
  cleanBodyHtml: t.string({
    ...largeContentCost,
    description: 'The HTML body without scripts and other active content.',
    resolve: (email, _args, context) => loadCappedContent<string>(context, email, 'cleanBodyHtml'),
  }),
  bodyText: t.string({
    ...largeContentCost,
    resolve: (email, _args, context) => loadCappedContent<string>(context, email, 'bodyText'),
  }),
  from: t.field({ type: Person, nullable: true, resolve: (email) => of(email).from }),
  to: t.field({ ...PEOPLE, resolve: (email) => of(email).to ?? [] }),
  cc: t.field({ ...PEOPLE, resolve: (email) => of(email).cc ?? [] }),
  bcc: t.field({
    ...PEOPLE,
    description: 'Visible to the owner of the mailbox only.',
    resolve: ownerOnly((mail) => mail.bcc ?? [], []),
  }),
  replyTo: t.field({ ...PEOPLE, resolve: (email) => of(email).replyTo ?? [] }),
  dateSent: t.float({ description: 'The time stated by the sender.', resolve: (email) => of(email).dateSent }),
  dateReceived: t.float({ resolve: (email) => of(email).dateReceived }),
  threadId: t.exposeString('thread_id', { nullable: true, description: "The vendor's id of the conversation." }),
  messageId: t.string({ description: 'The Message-ID header (RFC 5322).', resolve: (email) => of(email).messageId }),
  inReplyTo: t.string({ resolve: (email) => of(email).inReplyTo }),
  labels: t.stringList({
    nullable: { list: false, items: false },
    resolve: ownerOnly((mail) => mail.labels ?? [], []),
  }),
  unread: t.boolean({
    description: 'Unread in the mailbox. Visible to its owner only.',
    resolve: ownerOnly((mail) => mail.unread, undefined),
  }),
  hasAttachments: t.boolean({ resolve: (email) => of(email).hasAttachments ?? false }),
  attachments: t.field({
    type: [AttachmentRef],
    nullable: { list: false, items: false },
    resolve: (email) => of(email).attachments ?? [],
  }),
}))
