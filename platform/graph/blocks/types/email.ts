import type { Attachment, PersonReference } from '../../../../src/contract/index.ts'
import type { BlockRow } from '../../../storage/graph/access/visibility.ts'
import { bothCases, builder } from '../../builder.ts'
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

const EmailDirection = bothCases('EmailDirection', ['inbound', 'outbound'])

const AttachmentRef = builder.objectRef<Attachment>('Attachment').implement({
  description: 'A file that hangs on an email. Its content stays at the vendor.',
  fields: (t) => ({
    _id: t.exposeID('externalId', { nullable: false, description: "The vendor's id." }),
    name: t.exposeString('name'),
    mimeType: t.exposeString('mimeType'),
    size: t.exposeFloat('size', { description: 'Bytes.' }),
    uri: t.exposeString('uri', { nullable: true }),
    inline: t.boolean({ resolve: ({ inline }) => inline ?? false }),
  }),
})

const PEOPLE: { type: [typeof Person]; nullable: { list: false; items: false } } = {
  type: [Person],
  nullable: { list: false, items: false },
}

const of = ({ detail }: { detail: object }) => detail as EmailDetail

/** What a mailbox knows of a mail is not shared along with it: guests get what is there instead. */
function ownOnly<Value>(read: (mail: EmailDetail) => Value, instead: Value) {
  return (email: BlockRow, _args: object, { viewer }: GraphContext) =>
    email.tenant_id === viewer.tenantId ? read(of(email)) : instead
}

export const Email = defineBlockType('email', 'A message of a mailbox.', (t) => ({
  subject: t.string({ resolve: ({ detail, title }) => of({ detail }).subject ?? title }),
  direction: t.field({ type: EmailDirection, nullable: true, resolve: (email) => of(email).direction }),
  cleanBodyHtml: t.string({
    ...largeContentCost,
    description: 'The body without what could harm who looks at it.',
    resolve: (email, _args, context) => loadCappedContent<string>(context, email, 'cleanBodyHtml'),
  }),
  bodyText: t.string({
    ...largeContentCost,
    resolve: (email, _args, context) => loadCappedContent<string>(context, email, 'bodyText'),
  }),
  from: t.field({ type: Person, nullable: true, resolve: (email) => of(email).from }),
  to: t.field({ ...PEOPLE, resolve: (email) => of(email).to ?? [] }),
  cc: t.field({ ...PEOPLE, resolve: (email) => of(email).cc ?? [] }),
  bcc: t.field({ ...PEOPLE, description: "Its own account's to see.", resolve: ownOnly((mail) => mail.bcc ?? [], []) }),
  replyTo: t.field({ ...PEOPLE, resolve: (email) => of(email).replyTo ?? [] }),
  dateSent: t.float({ description: 'As the sender says.', resolve: (email) => of(email).dateSent }),
  dateReceived: t.float({ resolve: (email) => of(email).dateReceived }),
  threadId: t.exposeString('thread_id', { nullable: true, description: "The vendor's id of the conversation." }),
  messageId: t.string({ description: 'Message-ID of RFC 5322.', resolve: (email) => of(email).messageId }),
  inReplyTo: t.string({ resolve: (email) => of(email).inReplyTo }),
  labels: t.stringList({
    nullable: { list: false, items: false },
    resolve: ownOnly((mail) => mail.labels ?? [], []),
  }),
  unread: t.boolean({ description: 'In the mailbox.', resolve: ownOnly((mail) => mail.unread, undefined) }),
  hasAttachments: t.boolean({ resolve: (email) => of(email).hasAttachments ?? false }),
  attachments: t.field({
    type: [AttachmentRef],
    nullable: { list: false, items: false },
    resolve: (email) => of(email).attachments ?? [],
  }),
}))
