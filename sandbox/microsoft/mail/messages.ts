import { userContext } from '../context.ts'
import type { Microsoft } from '../microsoft.ts'
import { parseFilter } from '../query/filter.ts'
import { checkEfficiency, parseOrder } from '../query/order.ts'
import { type PageOption, pageOf } from '../query/paging.ts'
import { selectionOf, selector } from '../query/select.ts'
import { READS_MAIL, readsBodies } from '../scopes.ts'
import type { Visit } from '../visit.ts'
import { expandAttachments } from './attachments.ts'
import { folderOf } from './folders.ts'
import type { Message } from './message.ts'
import { MESSAGE, messageFields } from './message-fields.ts'
import { type Rendering, toMessageJson } from './message-json.ts'
import { messageOf } from './message-of.ts'
import { search } from './search.ts'

const DEFAULT_SIZE = 10

/** The whole mailbox: drafts, deleted and junk mail included (https://learn.microsoft.com/graph/api/user-list-messages). */
export function listMessages(microsoft: Microsoft, visit: Visit): object {
  return listed(microsoft, visit, visit.account.mailbox.messages, 'messages')
}

/** https://learn.microsoft.com/graph/api/mailfolder-list-messages */
export function listFolderMessages(microsoft: Microsoft, visit: Visit): object {
  const { id, key } = folderOf(visit)
  const place = `mailFolders('${encodeURIComponent(id)}')/messages`
  return listed(microsoft, visit, visit.account.mailbox.messagesIn(key), place)
}

/** https://learn.microsoft.com/graph/api/message-get */
export function getMessage(visit: Visit): object {
  const json = selector(visit, MESSAGE)(withAttachments(visit, messageOf(visit)))
  return { ...userContext(visit, `messages${selectionOf(visit)}/$entity`), ...json }
}

function listed(microsoft: Microsoft, visit: Visit, messages: readonly Message[], place: string): object {
  const { options } = visit
  const size = options.top ?? DEFAULT_SIZE
  const selected = selector(visit, MESSAGE)
  const bodies = options.select === undefined || options.select.includes('body')
  const { all, option } = wanted(visit, messages)
  if (bodies && size > microsoft.settings.bodyTimeoutTop) visit.refuse('timeout')
  const { items, links } = pageOf(microsoft, visit, all, { size, option })
  return {
    ...userContext(visit, place + selectionOf(visit)),
    ...(options.count ? { '@odata.count': all.length } : {}),
    value: items.map((message) => selected(withAttachments(visit, message))),
    ...links,
  }
}

/** A search has an order of its own, and neither filter nor `$skip`. */
function wanted(visit: Visit, messages: readonly Message[]): { all: readonly Message[]; option: PageOption } {
  const { options, account, refuse } = visit
  if (options.search !== undefined) {
    if (options.orderby !== undefined) refuse('SearchWithOrderBy')
    if (options.filter !== undefined) refuse('SearchWithFilter')
    if (options.skip !== undefined) refuse('BadRequest', "The query parameter '$skip' is not supported with '$search'.")
    return { all: search(messages, options.search, refuse), option: '$skiptoken' }
  }
  const fields = messageFields(account.mailbox)
  const filter = options.filter === undefined ? undefined : parseFilter(options.filter, fields, refuse)
  const order = options.orderby === undefined ? undefined : parseOrder(options.orderby, fields, refuse)
  if (filter && order) checkEfficiency(filter, order, refuse)
  const kept = filter ? messages.filter(filter.keeps) : messages
  return { all: order ? kept.toSorted(order.compare) : kept, option: '$skip' }
}

function withAttachments(visit: Visit, message: Message): Record<string, unknown> {
  return { ...toMessageJson(message, renderingFor(visit)), ...expandAttachments(visit, message) }
}

function renderingFor({ account, prefer, scopes }: Visit): Rendering {
  return { mailbox: account.mailbox, prefer, withBody: readsBodies(scopes, READS_MAIL) }
}
