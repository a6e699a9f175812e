import type { Fields } from '../query/fields.ts'
import type { ResourceType } from '../query/select.ts'
import type { Mailbox } from './mailbox.ts'
import { hasFileAttachments, type Message } from './message.ts'

export const MESSAGE: ResourceType = {
  name: 'message',
  properties: [
    'id',
    'createdDateTime',
    'lastModifiedDateTime',
    'changeKey',
    'categories',
    'receivedDateTime',
    'sentDateTime',
    'hasAttachments',
    'internetMessageId',
    'subject',
    'bodyPreview',
    'importance',
    'parentFolderId',
    'conversationId',
    'conversationIndex',
    'isDeliveryReceiptRequested',
    'isReadReceiptRequested',
    'isRead',
    'isDraft',
    'webLink',
    'inferenceClassification',
    'body',
    'sender',
    'from',
    'toRecipients',
    'ccRecipients',
    'bccRecipients',
    'replyTo',
    'flag',
    'uniqueBody',
    'internetMessageHeaders',
    'attachments',
    'singleValueExtendedProperties',
  ],
  onRequest: ['uniqueBody', 'internetMessageHeaders'],
  always: ['@odata.etag', '@odata.type', 'id', 'attachments', 'singleValueExtendedProperties', 'meetingMessageType'],
}

/** The properties that can be used in `$filter` and `$orderby`. Recipients are not among them. */
export function messageFields(mailbox: Mailbox): Fields<Message> {
  return {
    type: MESSAGE,
    byPath: {
      receivedDateTime: { type: 'date', read: ({ receivedAt }) => receivedAt },
      sentDateTime: { type: 'date', read: ({ sentAt }) => sentAt },
      createdDateTime: { type: 'date', read: ({ receivedAt }) => receivedAt },
      lastModifiedDateTime: { type: 'date', read: ({ modifiedAt }) => modifiedAt },
      subject: { type: 'text', read: ({ subject }) => subject },
      importance: { type: 'text', read: ({ importance }) => importance },
      conversationId: { type: 'text', read: ({ conversation }) => conversation },
      internetMessageId: { type: 'text', read: ({ internetMessageId }) => internetMessageId },
      parentFolderId: { type: 'text', read: ({ folder }) => mailbox.folder(folder).id },
      'from/emailAddress/address': { type: 'text', read: ({ from }) => from?.address ?? null },
      'from/emailAddress/name': { type: 'text', read: ({ from }) => from?.name ?? null },
      'sender/emailAddress/address': { type: 'text', read: ({ sender }) => sender?.address ?? null },
      'sender/emailAddress/name': { type: 'text', read: ({ sender }) => sender?.name ?? null },
      'flag/flagStatus': { type: 'text', read: ({ flagged }) => (flagged ? 'flagged' : 'notFlagged') },
      inferenceClassification: { type: 'text', read: ({ inference }) => inference },
      isRead: { type: 'flag', read: ({ isRead }) => isRead },
      isDraft: { type: 'flag', read: ({ isDraft }) => isDraft },
      hasAttachments: { type: 'flag', read: hasFileAttachments },
    },
    lists: { categories: ({ categories }) => categories },
  }
}
