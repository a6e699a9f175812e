import type { Email } from '../../../../src/contract/index.ts'
import { canonicalHash } from '../canonical-form.ts'
import { type MappingContext, type NewBlock, toIndexable, toSnippet, toWholeMs } from './new-block.ts'

/** `hash` is the content hash of the mail. */
export function fromEmail(email: Email, context: MappingContext, hash = canonicalHash(email)): NewBlock {
  const { subject, from, to, cc, bcc, replyTo, bodyHtml, bodyText, attachments } = email
  const direction = email.direction ?? (isOwn(email, context) ? 'outbound' : 'inbound')
  return {
    key: email.externalId,
    kind: 'email',
    hash,
    externalId: email.externalId,
    title: subject,
    text: toSnippet(email.snippet ?? bodyText),
    uri: email.uri,
    threadId: toIndexable(email.threadExternalId),
    dateAssociated: toWholeMs(email.dateReceived ?? email.dateSent),
    detail: {
      subject,
      from,
      to,
      cc,
      bcc,
      replyTo,
      attachments,
      direction,
      dateSent: email.dateSent,
      dateReceived: email.dateReceived,
      messageId: email.messageId,
      inReplyTo: email.inReplyTo,
      labels: email.labels,
      unread: email.unread,
      hasAttachments: (attachments ?? []).some(({ inline }) => !inline),
    },
    large: { bodyHtml, bodyText },
    search: [
      bodyText ?? email.snippet,
      ...[from, ...to, ...cc].flatMap((person) => [person?.friendlyName, person?.email]),
    ],
    people: [from, ...to, ...cc, ...(bcc ?? [])],
    creator: from,
    isOwn: direction === 'outbound',
  }
}

function isOwn({ from }: Email, { accountEmail }: MappingContext): boolean {
  return from?.email.toLowerCase() === accountEmail.toLowerCase()
}
