import type { GraphRequest } from '../api/graph-request.ts'
import type { Expansion } from '../query/expand.ts'
import { toExpandedAttachments } from './attachments.ts'
import type { Message } from './message.ts'

/** The relations of a message that the request's `$expand` names (https://learn.microsoft.com/graph/api/message-get). */
export function toExpansionsJson(request: GraphRequest, message: Message): Record<string, readonly object[]> {
  const entries = request.options.expand.flatMap((expansion) => toExpansionJson(request, message, expansion))
  return Object.fromEntries(entries)
}

function toExpansionJson(
  request: GraphRequest,
  message: Message,
  expansion: Expansion,
): [relation: string, value: readonly object[]][] {
  const { relation } = expansion
  if (relation === 'attachments') return [[relation, toExpandedAttachments(request, message, expansion.select)]]
  if (relation === 'singleValueExtendedProperties') {
    const properties = toExtendedProperties(request, message, expansion.filter)
    // A message that has none of the properties is returned without the relation.
    return properties.length > 0 ? [[relation, properties]] : []
  }
  return request.fail(
    'BadRequest',
    `Parsing OData Select and Expand failed: Could not find a property named '${relation}' on type 'microsoft.graph.message'.`,
  )
}

/** Properties of MAPI by their ids (https://learn.microsoft.com/graph/api/resources/extended-properties-overview). */
const EXTENDED: Readonly<Record<string, (message: Message) => string | undefined>> = {
  'String 0x1035': ({ internetMessageId }) => internetMessageId,
  'String 0x1042': ({ inReplyTo }) => inReplyTo,
}

/** A filter that names the properties is required. */
function toExtendedProperties({ fail }: GraphRequest, message: Message, filter: string | undefined): object[] {
  const ids = [...(filter ?? '').matchAll(/\bid eq '([^']+)'/gi)].map(([, id = '']) => id)
  if (ids.length === 0) return fail('ErrorInvalidRequest', 'The filter of the extended properties must name their ids.')
  return ids.flatMap((id) => {
    const value = EXTENDED[id]?.(message)
    return value === undefined ? [] : [{ id, value }]
  })
}
