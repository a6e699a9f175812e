import { isOutlookId } from '../outlook-ids.ts'
import type { Visit } from '../visit.ts'
import type { Message } from './message.ts'

/** The message of the path, under either of its ids. A default id is good only until the message is moved. */
export function messageOf({ account, call, refuse }: Visit): Message {
  const { messageId = '' } = call.params
  if (!isOutlookId(messageId)) refuse('ErrorInvalidIdMalformed')
  return account.mailbox.findMessage(messageId) ?? refuse('ErrorItemNotFound')
}
