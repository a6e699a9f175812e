import type { Message } from '@microsoft/microsoft-graph-types'
import type { ConnectedProvider, Email, StandardSyncResponse, SyncEmailRequest } from '../../../src/contract/index.ts'
import type { Call } from '../../../src/kit/application.ts'
import type { PendingMessage } from '../../../src/kit/mail/batch.ts'
import { type MailReader, readMailPage } from '../../../src/kit/mail/page.ts'
import { rememberFailures } from '../../../src/kit/memory/lasting-failures.ts'
import { openCursor, sealCursor, toPage, toPageLimit } from '../../../src/kit/pages.ts'
import { omitUndefined } from '../../../src/runtime/omit.ts'
import { createGraphRequester, MAX_CONCURRENT_REQUESTS, type Requester } from '../client.ts'
import type { MicrosoftSettings } from '../settings.ts'
import { userSegments } from '../user-segments.ts'
import { initialPosition, isCurrent, isEmpty, type Position, toBinding, upperBound, withOwnLink } from './cursor.ts'
import { fetchFolders } from './folders.ts'
import { fetchListPage } from './list.ts'
import { fetchMessage } from './message.ts'
import { type MailQuery, toMailQuery } from './query.ts'

/** Returns one page of the mailbox, newest messages first. */
export async function syncEmails(
  { connectedProvider, filter }: SyncEmailRequest,
  call: Call<MicrosoftSettings>,
): Promise<StandardSyncResponse<Email>> {
  const { connectionId, credential } = connectedProvider
  const limit = toPageLimit(filter.limit)
  const query = toMailQuery(userSegments(credential), filter, limit)
  const binding = toBinding(connectionId, filter, query)
  const savedPosition = filter.cursor && openCursor<Position, MicrosoftSettings>(call, binding, filter.cursor)
  const before = savedPosition ? savedPosition.before : upperBound(query, call.clock())
  if (isEmpty(query, before)) return toPage<Email>([])
  const request = await createGraphRequester(credential, call, { bodyFormat: 'html' })
  const position =
    savedPosition && isCurrent(savedPosition)
      ? withOwnLink(savedPosition, query)
      : initialPosition(query, await fetchFolders(request, query.user), before)
  const reader = createReader(request, query, position, { connectedProvider, limit }, call)
  const page = await readMailPage(reader, position)
  return toPage(page.items, page.warnings, page.next && sealCursor(call, binding, page.next))
}

/** List pages without matching mail that one request reads at most (25,000 messages), within its time budget. */
const MAX_LIST_PAGES = 100

function createReader(
  request: Requester,
  query: MailQuery,
  { folders }: Position,
  { connectedProvider, limit }: { connectedProvider: ConnectedProvider; limit: number },
  call: Call<MicrosoftSettings>,
): MailReader<Position, PendingMessage> {
  const { provider, application, budget, log } = call
  const { email } = connectedProvider.credential
  const listedMessages = new Map<string, Message>()
  const mailbox = omitUndefined({ provider, application, email, sent: folders.sent || undefined })
  return {
    vendor: 'Outlook',
    maxConcurrent: MAX_CONCURRENT_REQUESTS,
    limit,
    maxListPages: MAX_LIST_PAGES,
    budget,
    log,
    failingTime: rememberFailures(call, connectedProvider),
    hasMore: ({ listed }) => !listed,
    listNext: (position) => fetchListPage(request, query, position, listedMessages),
    fetch: (pending) => fetchMessage(request, pending, listedMessages, { query, folders, mailbox }),
  }
}
