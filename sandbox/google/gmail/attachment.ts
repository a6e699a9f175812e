import type { Call } from '../../core/call.ts'
import type { GoogleAccount } from '../account.ts'
import { refuse, refuseParameter } from '../errors.ts'
import type { Google } from '../google.ts'
import { partAt } from './message.ts'

interface Ticket {
  message: string
  part: string
  until: number
}

/** Another one each time it is told, and good for a while only. */
export function attachmentId(google: Google, message: string, part: string): string {
  const ticket: Ticket = { message, part, until: google.clock.now() + google.settings.attachmentLifetimeMs }
  return `ANGjdJ${google.seal.close(ticket)}`
}

/** https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.messages.attachments/get */
export function getAttachment(google: Google, { mailbox }: GoogleAccount, call: Call): object {
  const { messageId = '', id = '' } = call.params
  const message = mailbox.messages.get(messageId)
  if (!message) return refuse('notFound', call)
  const ticket = google.seal.open(id.replace(/^ANGjdJ/, '')) as Ticket | undefined
  const valid = ticket?.message === messageId && google.clock.now() < ticket.until
  const content = valid ? partAt(message.root, ticket.part)?.content : undefined
  if (!content) return refuseParameter(call, 'id', 'Invalid attachment token')
  return { size: content.length, data: Buffer.from(content).toString('base64url') }
}
