import type { gmail_v1 } from 'googleapis/build/src/apis/gmail/index.js'
import type { ConnectedProvider, Email, StandardSyncResponse, SyncEmailRequest } from '../../../src/contract/index.ts'
import type { Call } from '../../../src/kit/application.ts'
import { type MailReader, readMailPage } from '../../../src/kit/mail/page.ts'
import { rememberFailures } from '../../../src/kit/memory/lasting-failures.ts'
import { openCursor, sealCursor, toPage, toPageLimit } from '../../../src/kit/pages.ts'
import { createGmailRequester, MAX_CONCURRENT_REQUESTS, type Requester } from '../client.ts'
import type { GoogleSettings } from '../settings.ts'
import { initialPosition, isEmpty, type ListedMessage, type Position, toBinding } from './cursor.ts'
import { fetchListPage } from './list.ts'
import { fetchMessage } from './message.ts'
import { type MailQuery, toMailQuery } from './query.ts'

/** Returns one page of the mailbox, newest messages first. */
export async function syncEmails(
  { connectedProvider, filter }: SyncEmailRequest,
  call: Call<GoogleSettings>,
): Promise<StandardSyncResponse<Email>> {
  const { connectionId, credential } = connectedProvider
  const query = toMailQuery(filter)
  const binding = toBinding(connectionId, filter, query)
  const position = filter.cursor
    ? openCursor<Position, GoogleSettings>(call, binding, filter.cursor)
    : initialPosition(query, call.clock())
  if (isEmpty(query, position)) return toPage<Email>([])
  const request = await createGmailRequester(credential, call)
  const reader = createReader(request, query, { connectedProvider, limit: toPageLimit(filter.limit) }, call)
  const page = await readMailPage(reader, position)
  return toPage(page.items, page.warnings, page.next && sealCursor(call, binding, page.next))
}

/** List pages without matching mail that one request reads at most, within its time budget. */
const MAX_LIST_PAGES = 25

function createReader(
  request: Requester<gmail_v1.Gmail>,
  query: MailQuery,
  { connectedProvider, limit }: { connectedProvider: ConnectedProvider; limit: number },
  call: Call<GoogleSettings>,
): MailReader<Position, ListedMessage> {
  const { provider, application, budget, log } = call
  const { email } = connectedProvider.credential
  let mayRestart = true
  return {
    vendor: 'Gmail',
    maxConcurrent: MAX_CONCURRENT_REQUESTS,
    limit,
    maxListPages: MAX_LIST_PAGES,
    budget,
    log,
    failingTime: rememberFailures(call, connectedProvider),
    hasMore: ({ chunk }) => chunk < query.chunks.length,
    listNext: async (position) => {
      const listed = await fetchListPage(request, query, position, limit, mayRestart)
      // One restart per request: a page token that expires while it is used will expire again.
      mayRestart &&= listed.position.restarts === position.restarts
      return listed
    },
    fetch: (entry) => fetchMessage(request, query, entry, { provider, application, email }),
  }
}
