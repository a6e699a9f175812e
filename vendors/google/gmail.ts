import type { Email, StandardSyncResponse, SyncEmailRequest } from '../../src/contract/index.ts'
import type { Application, Call } from '../../src/kit/application.ts'
import { openCursor, pageLimit, sealCursor, toPage } from '../../src/kit/pages.ts'
import { askGmail } from './client.ts'
import { firstPosition, isEmpty, type Position, toBinding } from './gmail.cursor.ts'
import { readPage } from './gmail.page.ts'
import { toSearch } from './gmail.query.ts'
import { googleAuth } from './oauth.ts'
import type { GoogleSettings } from './settings.ts'

/**
 * `gmail.readonly` alone: a token that also carries `gmail.metadata` may not search.
 * https://developers.google.com/workspace/gmail/api/auth/scopes
 */
export const gmail: Application<GoogleSettings> = {
  name: 'gmail',
  auth: googleAuth([
    { scope: 'https://www.googleapis.com/auth/gmail.readonly', words: 'View your email messages and settings' },
  ]),
  sync: { emails: syncEmails },
}

/** A page of the mailbox, newest first. */
async function syncEmails(
  { connectedProvider, filter }: SyncEmailRequest,
  call: Call<GoogleSettings>,
): Promise<StandardSyncResponse<Email>> {
  const { connectionId, credential } = connectedProvider
  const search = toSearch(filter)
  const binding = toBinding(connectionId, filter, search)
  const position = filter.cursor
    ? openCursor<Position, GoogleSettings>(call, binding, filter.cursor)
    : firstPosition(search, call.clock())
  if (isEmpty(search, position)) return toPage<Email>([])
  const ask = await askGmail(credential, call)
  const mailbox = { provider: call.provider, application: call.application, email: credential.email }
  const page = await readPage({ ask, search, mailbox, limit: pageLimit(filter.limit), call }, position)
  return toPage(page.items, page.warnings, page.next && sealCursor(call, binding, page.next))
}
