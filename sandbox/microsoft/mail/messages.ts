import { omitUndefined } from '../../core/omit-undefined.ts'
import type { GraphRequest } from '../api/graph-request.ts'
import { userOdataContext } from '../api/odata-context.ts'
import { canReadBodies, READS_MAIL } from '../oauth/scopes.ts'
import { parseFilter } from '../query/filter.ts'
import { checkEfficiency, parseOrder } from '../query/order.ts'
import { type PageOption, paginate } from '../query/pagination.ts'
import { createSelector, formatSelection } from '../query/select.ts'
import type { MicrosoftState } from '../state.ts'
import { toExpansionsJson } from './expansions.ts'
import { resolveMessage } from './find-message.ts'
import { resolveFolder } from './folders.ts'
import type { Message } from './message.ts'
import { MESSAGE, messageFields } from './message-fields.ts'
import { type Rendering, toMessageJson } from './message-json.ts'
import { searchMessages } from './search.ts'

const DEFAULT_PAGE_SIZE = 10

/** Lists all messages, including drafts, deleted and junk mail (https://learn.microsoft.com/graph/api/user-list-messages). */
export function listMessages(microsoft: MicrosoftState, request: GraphRequest): object {
  return listMessagePage(microsoft, request, request.account.mailbox.messages, 'messages')
}

/** https://learn.microsoft.com/graph/api/mailfolder-list-messages */
export function listFolderMessages(microsoft: MicrosoftState, request: GraphRequest): object {
  const { id, key } = resolveFolder(request)
  const path = `mailFolders('${encodeURIComponent(id)}')/messages`
  return listMessagePage(microsoft, request, request.account.mailbox.messagesIn(key), path)
}

/** https://learn.microsoft.com/graph/api/message-get */
export function getMessage(request: GraphRequest): object {
  const json = createSelector(request, MESSAGE)(toJson(request, resolveMessage(request)))
  return { ...userOdataContext(request, `messages${formatSelection(request)}/$entity`), ...json }
}

function listMessagePage(
  microsoft: MicrosoftState,
  request: GraphRequest,
  messages: readonly Message[],
  path: string,
): object {
  const { options } = request
  const size = options.top ?? DEFAULT_PAGE_SIZE
  const selected = createSelector(request, MESSAGE)
  const includesBodies = options.select === undefined || options.select.includes('body')
  const { matches, option } = applyQuery(request, messages)
  if (includesBodies && size > microsoft.settings.bodyTimeoutTop) request.fail('timeout')
  const { items, links } = paginate(microsoft, request, matches, { size, option })
  return omitUndefined({
    ...userOdataContext(request, path + formatSelection(request)),
    '@odata.count': options.count ? matches.length : undefined,
    value: items.map((message) => selected(toJson(request, message))),
    ...links,
  })
}

/** Applies `$search`, or `$filter` and `$orderby`. A search cannot be combined with other options or `$skip`. */
function applyQuery(
  request: GraphRequest,
  messages: readonly Message[],
): { matches: readonly Message[]; option: PageOption } {
  const { options, account, fail } = request
  if (options.search !== undefined) {
    if (options.orderby !== undefined) fail('SearchWithOrderBy')
    if (options.filter !== undefined) fail('SearchWithFilter')
    if (options.skip !== undefined) fail('BadRequest', "The query parameter '$skip' is not supported with '$search'.")
    return { matches: searchMessages(messages, options.search, fail), option: '$skiptoken' }
  }
  const fields = messageFields(account.mailbox)
  const filter = options.filter === undefined ? undefined : parseFilter(options.filter, fields, fail)
  const order = options.orderby === undefined ? undefined : parseOrder(options.orderby, fields, fail)
  if (filter && order) checkEfficiency(filter, order, fail)
  const filtered = filter ? messages.filter(filter.matches) : messages
  return { matches: order ? filtered.toSorted(order.compare) : filtered, option: '$skip' }
}

function toJson(request: GraphRequest, message: Message): Record<string, unknown> {
  return { ...toMessageJson(message, createRendering(request)), ...toExpansionsJson(request, message) }
}

function createRendering({ account, prefer, scopes }: GraphRequest): Rendering {
  return { mailbox: account.mailbox, prefer, withBody: canReadBodies(scopes, READS_MAIL) }
}
