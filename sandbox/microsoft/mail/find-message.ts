import type { GraphRequest } from '../api/graph-request.ts'
import { isOutlookId } from '../api/outlook-ids.ts'
import type { Message } from './message.ts'

/** Returns the message of the path, by either of its ids. A mutable id is only valid until the message is moved. */
export function resolveMessage({ account, http, fail }: GraphRequest): Message {
  const { messageId = '' } = http.params
  if (!isOutlookId(messageId)) fail('ErrorInvalidIdMalformed')
  return account.mailbox.findMessage(messageId) ?? fail('ErrorItemNotFound')
}
