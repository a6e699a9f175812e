import type { GraphRequest } from '../api/graph-request.ts'
import { isOutlookId } from '../api/outlook-ids.ts'
import type { Message } from './message.ts'

/** The message of the path, under either of its ids. A default id is good only until the message is moved. */
export function resolveMessage({ account, http, fail }: GraphRequest): Message {
  const { messageId = '' } = http.params
  if (!isOutlookId(messageId)) fail('ErrorInvalidIdMalformed')
  return account.mailbox.findMessage(messageId) ?? fail('ErrorItemNotFound')
}
