import { userContext } from '../context.ts'
import { itemIds } from '../outlook-ids.ts'
import { type ResourceType, selectionOf, selector } from '../query/select.ts'
import { READS_MAIL, readsBodies } from '../scopes.ts'
import type { Visit } from '../visit.ts'
import type { Message } from './message.ts'
import { messageOf } from './message-of.ts'

const ATTACHMENT: ResourceType = {
  name: 'attachment',
  properties: ['id', 'lastModifiedDateTime', 'name', 'contentType', 'size', 'isInline', 'contentId', 'contentBytes'],
  always: ['@odata.type', 'id'],
}

/** https://learn.microsoft.com/graph/api/message-list-attachments */
export function listAttachments(visit: Visit): object {
  const selected = selector(visit, ATTACHMENT)
  const value = attachmentsJson(visit, messageOf(visit)).map(selected)
  return { ...userContext(visit, `messages/attachments${selectionOf(visit)}`), value }
}

export function getAttachment(visit: Visit): object {
  const { call, refuse } = visit
  const ids = attachmentIds(visit, messageOf(visit))
  const index = ids.findIndex(({ mutable, immutable }) => [mutable, immutable].includes(call.params.attachmentId ?? ''))
  const found = attachmentsJson(visit, messageOf(visit))[index] ?? refuse('ErrorItemNotFound')
  return { ...userContext(visit, 'messages/attachments/$entity'), ...selector(visit, ATTACHMENT)(found) }
}

/** `$expand=attachments`, the only relation of a message that can be expanded here. */
export function expandAttachments(visit: Visit, message: Message): { attachments?: readonly object[] } {
  const { options, refuse } = visit
  const strange = options.expand.find((relation) => relation !== 'attachments')
  if (strange !== undefined) {
    refuse(
      'BadRequest',
      `Parsing OData Select and Expand failed: Could not find a property named '${strange}' on type 'microsoft.graph.message'.`,
    )
  }
  return options.expand.length > 0 ? { attachments: attachmentsJson(visit, message) } : {}
}

function attachmentsJson(visit: Visit, message: Message): Record<string, unknown>[] {
  if (!readsBodies(visit.scopes, READS_MAIL)) return visit.refuse('ErrorAccessDenied')
  const ids = attachmentIds(visit, message)
  return message.attachments.map(({ name, contentType, content, contentId }, index) => ({
    '@odata.type': '#microsoft.graph.fileAttachment',
    id: ids[index]?.[visit.prefer.immutableIds ? 'immutable' : 'mutable'],
    lastModifiedDateTime: new Date(message.receivedAt).toISOString().replace(/\.\d+/, ''),
    name,
    contentType,
    size: content.length,
    isInline: contentId !== undefined,
    contentId: contentId ?? null,
    contentBytes: Buffer.from(content).toString('base64'),
  }))
}

function attachmentIds({ account }: Visit, message: Message) {
  const ids = account.mailbox.idsOf(message)
  return message.attachments.map((_, index) => itemIds(`attachment ${index} of ${ids.immutable}`, ids.mutable))
}
