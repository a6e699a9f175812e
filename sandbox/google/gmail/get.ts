import type { Call } from '../../core/call.ts'
import type { GoogleAccount } from '../account.ts'
import { refuse } from '../errors.ts'
import type { Google } from '../google.ts'
import { oneOf } from '../parameters.ts'
import { attachmentId } from './attachment.ts'
import type { Header, Message, Part } from './message.ts'
import { toRaw } from './mime.ts'

/** https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.messages/get */
export function getMessage(google: Google, { mailbox }: GoogleAccount, call: Call): object {
  const message = mailbox.messages.get(call.params.id ?? '')
  if (!message) return refuse('notFound', call)
  const format = oneOf(call, 'format', ['full', 'metadata', 'minimal', 'raw'], 'full')
  if (format === 'minimal') return envelope(message)
  if (format === 'raw') return { ...envelope(message), raw: toRaw(message.root).toString('base64url') }
  if (format === 'metadata') {
    const names = call.url.searchParams.getAll('metadataHeaders').map((name) => name.toLowerCase())
    const { mimeType, headers } = message.root
    return { ...envelope(message), payload: { mimeType, headers: headersNamed(headers, names) } }
  }
  return { ...envelope(message), payload: payloadOf(google, message, message.root, '') }
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

function envelope({ root, internalDate, labelIds, ...message }: Message): object {
  return {
    ...message,
    ...(labelIds ? { labelIds } : {}),
    internalDate: String(internalDate),
    sizeEstimate: sizeOf(root),
  }
}

function sizeOf({ headers, content, parts = [] }: Part): number {
  const lines = headers.reduce((sum, { name, value }) => sum + name.length + value.length + 4, 2)
  // Inside an attached mail everything has been counted with the attachment.
  if (content) return lines + Math.ceil((content.length * 4) / 3)
  return parts.reduce((sum, part) => sum + sizeOf(part), lines)
}

function headersNamed(headers: readonly Header[], names: readonly string[]): readonly Header[] {
  return names.length === 0 ? headers : headers.filter(({ name }) => names.includes(name.toLowerCase()))
}

function payloadOf(google: Google, message: Message, part: Part, partId: string): object {
  const { mimeType, filename, headers, content, detached, parts } = part
  const size = content?.length ?? 0
  const fetched = filename !== '' || detached
  const data = fetched ? { attachmentId: attachmentId(google, message.id, partId) } : {}
  const inline = content && !fetched ? { data: Buffer.from(content).toString('base64url') } : {}
  const children = parts?.map((child, index) =>
    payloadOf(google, message, child, partId ? `${partId}.${index}` : String(index)),
  )
  return {
    partId,
    mimeType,
    filename,
    headers,
    body: { ...data, size, ...inline },
    ...(children ? { parts: children } : {}),
  }
}
