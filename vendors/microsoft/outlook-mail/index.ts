import type { Message } from '@microsoft/microsoft-graph-types'
import type { Email, StandardSyncResponse, SyncEmailRequest } from '../../../src/contract/index.ts'
import type { Application, Call } from '../../../src/kit/application.ts'
import type { PendingMessage } from '../../../src/kit/mail/batch.ts'
import { type MailReader, readMailPage } from '../../../src/kit/mail/page.ts'
import { openCursor, toPageLimit, sealCursor, toPage } from '../../../src/kit/pages.ts'
import { createGraphRequester, MAX_CONCURRENT_REQUESTS, type Requester } from '../client.ts'
import { microsoftAuth } from '../oauth.ts'
import { toPath } from '../paths.ts'
import type { MicrosoftSettings } from '../settings.ts'
import { initialPosition, isEmpty, type Position, toBinding, upperBound } from './cursor.ts'
import { fetchFolders } from './folders.ts'
import { fetchListPage } from './list.ts'
import { fetchMessage } from './message.ts'
import { type MailQuery, toMailQuery } from './query.ts'

/** https://learn.microsoft.com/graph/api/user-list-messages */
export const outlookMail: Application<MicrosoftSettings> = {
  name: 'outlook-mail',
  auth: microsoftAuth({
    permission: { scope: 'Mail.Read', label: 'Read your mail' },
    probePath: toPath(['me', 'messages'], { $top: 1, $select: 'id' }),
  }),
  sync: { emails: syncEmails },
}

/** A page of the mailbox, newest first. */
async function syncEmails(
  { connectedProvider, filter }: SyncEmailRequest,
  call: Call<MicrosoftSettings>,
): Promise<StandardSyncResponse<Email>> {
  const { connectionId, credential } = connectedProvider
  const limit = toPageLimit(filter.limit)
  const search = toMailQuery(filter, limit)
  const binding = toBinding(connectionId, filter, search)
  const opened = filter.cursor && openCursor<Position, MicrosoftSettings>(call, binding, filter.cursor)
  const before = opened ? opened.before : upperBound(search, call.clock())
  if (isEmpty(search, before)) return toPage<Email>([])
  const ask = await createGraphRequester(credential, call, { bodyFormat: 'html' })
  const position = opened || initialPosition(search, await fetchFolders(ask), before)
  const reader = createReader(ask, search, position, { email: credential.email, limit }, call)
  const page = await readMailPage(reader, position)
  return toPage(page.items, page.warnings, page.next && sealCursor(call, binding, page.next))
}

/** List pages that hold no wanted mail and are passed over: 25,000 messages, as far as the time allows. */
const MAX_LIST_PAGES = 100

function createReader(
  ask: Requester,
  search: MailQuery,
  { folders }: Position,
  { email, limit }: { email: string; limit: number },
  { provider, application, budget, log }: Call<MicrosoftSettings>,
): MailReader<Position, PendingMessage> {
  const inHand = new Map<string, Message>()
  const mailbox = { provider, application, email, ...(folders.sent ? { sent: folders.sent } : {}) }
  return {
    vendor: 'Outlook',
    maxConcurrent: MAX_CONCURRENT_REQUESTS,
    limit,
    maxListPages: MAX_LIST_PAGES,
    budget,
    log,
    hasMore: ({ listed }) => !listed,
    listNext: (position) => fetchListPage(ask, search, position, inHand),
    fetch: (pending) => fetchMessage(ask, pending, inHand, { search, folders, mailbox }),
  }
}
