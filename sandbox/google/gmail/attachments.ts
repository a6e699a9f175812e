import type { HttpRequest } from '../../core/http/request.ts'
import type { GoogleAccount } from '../account.ts'
import { throwError, throwInvalidParameter } from '../api/errors.ts'
import type { GoogleState } from '../state.ts'
import { findPart } from './message.ts'

interface AttachmentToken {
  message: string
  part: string
  expiresAt: number
}

/** Another one each time it is told, and good for a while only. */
export function createAttachmentId(google: GoogleState, message: string, part: string): string {
  const ticket: AttachmentToken = {
    message,
    part,
    expiresAt: google.clock.now() + google.settings.attachmentLifetimeMs,
  }
  return `ANGjdJ${google.tokens.encode(ticket)}`
}

/** https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.messages.attachments/get */
export function getAttachment(google: GoogleState, { mailbox }: GoogleAccount, request: HttpRequest): object {
  const { messageId = '', id = '' } = request.params
  const message = mailbox.messages.get(messageId)
  if (!message) return throwError('notFound', request)
  const ticket = google.tokens.decode(id.replace(/^ANGjdJ/, '')) as AttachmentToken | undefined
  const valid = ticket?.message === messageId && google.clock.now() < ticket.expiresAt
  const content = valid ? findPart(message.root, ticket.part)?.content : undefined
  if (!content) return throwInvalidParameter(request, 'id', 'Invalid attachment token')
  return { size: content.length, data: Buffer.from(content).toString('base64url') }
}
