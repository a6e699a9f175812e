import type { Message } from '@microsoft/microsoft-graph-types'
import type { Attachment } from '../../../src/contract/index.ts'
import { omitUndefined } from '../../../src/runtime/omit.ts'

/**
 * In-Reply-To, as a property of MAPI (PidTagInReplyToId): copies in Sent Items have no `internetMessageHeaders`.
 * https://learn.microsoft.com/graph/api/resources/extended-properties-overview
 */
const IN_REPLY_TO = 'String 0x1042'

/**
 * The relations that are requested with each message. Attachments are described without their content: `$select` may only
 * name properties that all types of attachments have.
 */
export const EXPANSIONS = [
  'attachments($select=id,name,contentType,size,isInline)',
  `singleValueExtendedProperties($filter=id eq '${IN_REPLY_TO}')`,
].join(',')

/** The files of a message, whose content is not fetched. A link to a shared file is an attachment, too. */
export function toAttachments({ id, attachments }: Message): Attachment[] {
  return (attachments ?? []).map((attachment, index) => ({
    externalId: attachment.id || `${id}/${index}`,
    name: attachment.name || '(no name)',
    mimeType: attachment.contentType || 'application/octet-stream',
    size: attachment.size ?? 0,
    ...omitUndefined({ inline: attachment.isInline || undefined }),
  }))
}

/** The Message-ID of the message that this one replies to. */
export function toInReplyTo({ singleValueExtendedProperties }: Message): string | undefined {
  const property = singleValueExtendedProperties?.find(({ id }) => id?.toLowerCase() === IN_REPLY_TO.toLowerCase())
  return property?.value?.trim()
}
