import { omitUndefined } from '../../core/omit-undefined.ts'
import type { GraphRequest } from '../api/graph-request.ts'
import { userOdataContext } from '../api/odata-context.ts'
import { createItemIds } from '../api/outlook-ids.ts'
import { canReadBodies, READS_MAIL } from '../oauth/scopes.ts'
import { createSelector, formatSelection, type ResourceType } from '../query/select.ts'
import { resolveMessage } from './find-message.ts'
import type { Message } from './message.ts'

const ATTACHMENT: ResourceType = {
  name: 'attachment',
  properties: ['id', 'lastModifiedDateTime', 'name', 'contentType', 'size', 'isInline', 'contentId', 'contentBytes'],
  always: ['@odata.type', 'id'],
}

/** https://learn.microsoft.com/graph/api/message-list-attachments */
export function listAttachments(request: GraphRequest): object {
  const selected = createSelector(request, ATTACHMENT)
  const value = toAttachmentsJson(request, resolveMessage(request)).map(selected)
  return { ...userOdataContext(request, `messages/attachments${formatSelection(request)}`), value }
}

export function getAttachment(request: GraphRequest): object {
  const { http, fail } = request
  const ids = createAttachmentIds(request, resolveMessage(request))
  const index = ids.findIndex(({ mutable, immutable }) => [mutable, immutable].includes(http.params.attachmentId ?? ''))
  const attachment = toAttachmentsJson(request, resolveMessage(request))[index] ?? fail('ErrorItemNotFound')
  const selected = createSelector(request, ATTACHMENT)
  return { ...userOdataContext(request, 'messages/attachments/$entity'), ...selected(attachment) }
}

/** The attachments of a message in `$expand`. Only properties that all types of attachments have can be selected. */
export function toExpandedAttachments(
  request: GraphRequest,
  message: Message,
  select: readonly string[] | undefined,
): readonly object[] {
  const common = ATTACHMENT.properties.filter((name) => name !== 'contentId' && name !== 'contentBytes')
  const options = { ...request.options, ...omitUndefined({ select }) }
  const selected = createSelector({ ...request, options }, { ...ATTACHMENT, properties: common })
  const attachments = toAttachmentsJson(request, message)
  return select === undefined ? attachments : attachments.map(selected)
}

function toAttachmentsJson(request: GraphRequest, message: Message): Record<string, unknown>[] {
  if (!canReadBodies(request.scopes, READS_MAIL)) return request.fail('ErrorAccessDenied')
  const ids = createAttachmentIds(request, message)
  return message.attachments.map(({ name, contentType, content, contentId }, index) => ({
    '@odata.type': '#microsoft.graph.fileAttachment',
    id: ids[index]?.[request.prefer.immutableIds ? 'immutable' : 'mutable'],
    lastModifiedDateTime: new Date(message.receivedAt).toISOString().replace(/\.\d+/, ''),
    name,
    contentType,
    size: content.length,
    isInline: contentId !== undefined,
    contentId: contentId ?? null,
    contentBytes: Buffer.from(content).toString('base64'),
  }))
}

function createAttachmentIds({ account }: GraphRequest, message: Message) {
  const ids = account.mailbox.getIds(message)
  return message.attachments.map((_, index) => createItemIds(`attachment ${index} of ${ids.immutable}`, ids.mutable))
}
