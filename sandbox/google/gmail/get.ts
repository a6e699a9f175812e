import type { HttpRequest } from '../../core/http/request.ts'
import { omitUndefined } from '../../core/omit-undefined.ts'
import type { GoogleAccount } from '../account.ts'
import { throwError } from '../api/errors.ts'
import { parseEnum } from '../api/parameters.ts'
import type { GoogleState } from '../state.ts'
import { createAttachmentId } from './attachments.ts'
import type { Header, Message, Part } from './message.ts'
import { toRaw } from './mime.ts'

/** https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.messages/get */
export function getMessage(google: GoogleState, { mailbox }: GoogleAccount, request: HttpRequest): object {
  const message = mailbox.messages.get(request.params.id ?? '')
  if (!message) return throwError('notFound', request)
  const format = parseEnum(request, 'format', ['full', 'metadata', 'minimal', 'raw'], 'full')
  if (format === 'minimal') return toEnvelope(message)
  if (format === 'raw') return { ...toEnvelope(message), raw: toRaw(message.root).toString('base64url') }
  if (format === 'metadata') {
    const names = request.url.searchParams.getAll('metadataHeaders').map((name) => name.toLowerCase())
    const { mimeType, headers } = message.root
    return { ...toEnvelope(message), payload: { mimeType, headers: filterHeaders(headers, names) } }
  }
  return { ...toEnvelope(message), payload: toPayload(google, message, message.root, '') }
}

/** https://developers.google.com/workspace/gmail/api/reference/rest/v1/users/getProfile */
export function getProfile({ email, mailbox }: GoogleAccount): object {
  const all = mailbox.messages.all()
  return {
    emailAddress: email,
    messagesTotal: all.length,
    threadsTotal: new Set(all.map(({ threadId }) => threadId)).size,
    historyId: mailbox.historyId,
  }
}

function toEnvelope({ root, internalDate, labelIds, ...message }: Message): object {
  return omitUndefined({
    ...message,
    labelIds,
    internalDate: String(internalDate),
    sizeEstimate: estimateSize(root),
  })
}

function estimateSize({ headers, content, parts = [] }: Part): number {
  const lines = headers.reduce((sum, { name, value }) => sum + name.length + value.length + 4, 2)
  // The content of an attached message includes its own parts.
  if (content) return lines + Math.ceil((content.length * 4) / 3)
  return parts.reduce((sum, part) => sum + estimateSize(part), lines)
}

function filterHeaders(headers: readonly Header[], names: readonly string[]): readonly Header[] {
  return names.length === 0 ? headers : headers.filter(({ name }) => names.includes(name.toLowerCase()))
}

function toPayload(google: GoogleState, message: Message, part: Part, partId: string): object {
  const { mimeType, filename, headers, content, detached, parts } = part
  const isAttachment = filename !== '' || detached
  const body = omitUndefined({
    attachmentId: isAttachment ? createAttachmentId(google, message.id, partId) : undefined,
    size: content?.length ?? 0,
    data: content && !isAttachment ? Buffer.from(content).toString('base64url') : undefined,
  })
  const children = parts?.map((child, index) =>
    toPayload(google, message, child, partId ? `${partId}.${index}` : String(index)),
  )
  return omitUndefined({ partId, mimeType, filename, headers, body, parts: children })
}
