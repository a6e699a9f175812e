import type { HttpRequest } from '../../core/http/request.ts'
import type { GoogleAccount } from '../account.ts'
import { throwError, throwInvalidParameter } from '../api/errors.ts'
import type { GoogleState } from '../state.ts'
import { findPart } from './message.ts'

interface AttachmentToken {
  messageId: string
  partId: string
  /** Epoch ms. */
  expiresAt: number
}

/** Gmail returns a different id each time, which is valid for a limited time. */
export function createAttachmentId(google: GoogleState, messageId: string, partId: string): string {
  const token: AttachmentToken = {
    messageId,
    partId,
    expiresAt: google.clock.now() + google.settings.attachmentLifetimeMs,
  }
  return `ANGjdJ${google.tokens.encode(token)}`
}

/** https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.messages.attachments/get */
export function getAttachment(google: GoogleState, { mailbox }: GoogleAccount, request: HttpRequest): object {
  const { messageId = '', id = '' } = request.params
  const message = mailbox.messages.get(messageId)
  if (!message) return throwError('notFound', request)
  const token = google.tokens.decode(id.replace(/^ANGjdJ/, '')) as AttachmentToken | undefined
  const isValid = token?.messageId === messageId && google.clock.now() < token.expiresAt
  const content = isValid ? findPart(message.root, token.partId)?.content : undefined
  if (!content) return throwInvalidParameter(request, 'id', 'Invalid attachment token')
  return { size: content.length, data: Buffer.from(content).toString('base64url') }
}
