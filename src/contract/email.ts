import { Address } from './addresses.ts'
import { ConnectedProvider } from './credential.ts'
import { PersonReference } from './person.ts'
import { EpochMs, type Static, StringEnum, Type } from './schema.ts'
import { Cursor, DateEnd, DateStart, PageLimit, provenance } from './sync.ts'

/** A file attached to an email. Its content is not part of a sync. `size` is in bytes. */
export const Attachment = Type.Object({
  externalId: Type.String({ minLength: 1 }),
  name: Type.String(),
  mimeType: Type.String(),
  size: Type.Number({ minimum: 0 }),
  uri: Type.Optional(Address()),
  inline: Type.Optional(Type.Boolean()),
})
export type Attachment = Static<typeof Attachment>

/**
 * One message of a mailbox. `bodyHtml` is present if the message has an HTML part, `bodyText` if it has any text. The HTML
 * comes from the sender and must be sanitized before it is displayed.
 */
export const Email = Type.Object(
  {
    blockType: Type.Literal('email'),
    ...provenance,
    uri: Address({ description: 'Opens the message in the vendor UI' }),
    from: Type.Optional(PersonReference),
    to: Type.Array(PersonReference),
    cc: Type.Array(PersonReference),
    bcc: Type.Optional(Type.Array(PersonReference)),
    replyTo: Type.Optional(Type.Array(PersonReference)),
    subject: Type.String(),
    bodyHtml: Type.Optional(Type.String()),
    bodyText: Type.Optional(Type.String()),
    snippet: Type.Optional(Type.String()),
    dateSent: Type.Optional(EpochMs('Time sent, as claimed by the sender')),
    dateReceived: Type.Optional(EpochMs('Time received by the vendor')),
    direction: Type.Optional(StringEnum(['inbound', 'outbound'])),
    threadExternalId: Type.Optional(Type.String()),
    messageId: Type.Optional(Type.String({ description: 'RFC 5322 Message-ID' })),
    inReplyTo: Type.Optional(Type.String()),
    labels: Type.Optional(Type.Array(Type.String())),
    unread: Type.Optional(Type.Boolean()),
    attachments: Type.Optional(Type.Array(Attachment)),
  },
  {
    aliases: {
      body: 'bodyHtml',
      html: 'bodyHtml',
      htmlBody: 'bodyHtml',
      text: 'bodyText',
      textBody: 'bodyText',
      plain: 'bodyText',
      date: 'dateReceived',
      dateStart: 'dateReceived',
      internalDate: 'dateReceived',
    },
    accept: readSenders,
  },
)
export type Email = Static<typeof Email>

/** An email has one `from`: the first of several senders is used. */
function readSenders(email: unknown): unknown {
  if (typeof email !== 'object' || email === null || !('from' in email) || !Array.isArray(email.from)) return email
  const { from, ...rest } = email
  return from.length > 0 ? { ...rest, from: from[0] } : rest
}

/** The messages to read. Without dates: all. With `includeEmails`: only messages to or from these addresses. */
export const EmailFilter = Type.Object({
  dateStart: Type.Optional(DateStart),
  dateEnd: Type.Optional(DateEnd),
  limit: Type.Optional(PageLimit),
  cursor: Type.Optional(Cursor),
  includeEmails: Type.Optional(Type.Array(Type.String({ minLength: 3 }))),
})
export type EmailFilter = Static<typeof EmailFilter>

export const SyncEmailRequest = Type.Object(
  { connectedProvider: ConnectedProvider, filter: EmailFilter },
  { aliases: { emailFilter: 'filter' } },
)
export type SyncEmailRequest = Static<typeof SyncEmailRequest>
