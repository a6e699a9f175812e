import type { Message } from '@microsoft/microsoft-graph-types'
import type { Email, StandardSyncResponse, SyncEmailRequest } from '../../../src/contract/index.ts'
import type { Application, Call } from '../../../src/kit/application.ts'
import type { Pending } from '../../../src/kit/mail-batch.ts'
import { type MailReader, readMailPage } from '../../../src/kit/mail-page.ts'
import { openCursor, pageLimit, sealCursor, toPage } from '../../../src/kit/pages.ts'
import { type Ask, askGraph, WIDTH } from '../client.ts'
import { microsoftAuth } from '../oauth.ts'
import { toPath } from '../paths.ts'
import type { MicrosoftSettings } from '../settings.ts'
import { firstPosition, isEmpty, type Position, toBinding, upperBound } from './cursor.ts'
import { readFolders } from './folders.ts'
import { listNext } from './list.ts'
import { readMessage } from './message.ts'
import { type Search, toSearch } from './query.ts'

/** https://learn.microsoft.com/graph/api/user-list-messages */
export const outlookMail: Application<MicrosoftSettings> = {
  name: 'outlook-mail',
  auth: microsoftAuth({
    permission: { scope: 'Mail.Read', words: 'Read your mail' },
    probe: toPath(['me', 'messages'], { $top: 1, $select: 'id' }),
  }),
  sync: { emails: syncEmails },
}

/** A page of the mailbox, newest first. */
async function syncEmails(
  { connectedProvider, filter }: SyncEmailRequest,
  call: Call<MicrosoftSettings>,
): Promise<StandardSyncResponse<Email>> {
  const { connectionId, credential } = connectedProvider
  const limit = pageLimit(filter.limit)
  const search = toSearch(filter, limit)
  const binding = toBinding(connectionId, filter, search)
  const opened = filter.cursor && openCursor<Position, MicrosoftSettings>(call, binding, filter.cursor)
  const before = opened ? opened.before : upperBound(search, call.clock())
  if (isEmpty(search, before)) return toPage<Email>([])
  const ask = await askGraph(credential, call, { body: 'html' })
  const position = opened || firstPosition(search, await readFolders(ask), before)
  const reader = readerOf(ask, search, position, { email: credential.email, limit }, call)
  const page = await readMailPage(reader, position)
  return toPage(page.items, page.warnings, page.next && sealCursor(call, binding, page.next))
}

/** List pages that hold no wanted mail and are passed over: 25,000 messages, as far as the time allows. */
const MOST_LISTS = 100

function readerOf(
  ask: Ask,
  search: Search,
  { folders }: Position,
  { email, limit }: { email: string; limit: number },
  { provider, application, budget, log }: Call<MicrosoftSettings>,
): MailReader<Position, Pending> {
  const inHand = new Map<string, Message>()
  const mailbox = { provider, application, email, ...(folders.sent ? { sent: folders.sent } : {}) }
  return {
    vendor: 'Outlook',
    width: WIDTH,
    limit,
    mostLists: MOST_LISTS,
    budget,
    log,
    hasMore: ({ listed }) => !listed,
    listNext: (position) => listNext(ask, search, position, inHand),
    fetch: (pending) => readMessage(ask, pending, inHand, { search, folders, mailbox }),
  }
}
