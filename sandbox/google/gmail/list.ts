import type { Call } from '../../core/call.ts'
import { bearerOf } from '../../core/call.ts'
import type { GoogleAccount } from '../account.ts'
import { refuse } from '../errors.ts'
import type { Google } from '../google.ts'
import { pageOf } from '../paging.ts'
import { flag, integer } from '../parameters.ts'
import { SCOPE } from '../scopes.ts'
import { placeOf } from './mailbox.ts'
import { mentionsHidden, searcher } from './search.ts'
import { parseSearch } from './search-parser.ts'

/** https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.messages/list */
export function listMessages(google: Google, account: GoogleAccount, call: Call): object {
  const size = integer(call, 'maxResults', { fallback: 100, most: 500 })
  const text = call.url.searchParams.get('q') ?? ''
  if (text && hasMetadataScope(google, call)) refuse('metadataScope', call)
  const search = parseSearch(text)
  const matches = searcher(search, account.mailbox, google.settings)
  const labels = call.url.searchParams.getAll('labelIds')
  const everywhere =
    flag(call, 'includeSpamTrash') || mentionsHidden(search) || labels.some((id) => id === 'SPAM' || id === 'TRASH')
  const page = pageOf(google, call, {
    all: account.mailbox.messages.all(),
    placeOf,
    keeps: (message) => {
      const own = message.labelIds ?? []
      const hidden = own.includes('SPAM') || own.includes('TRASH')
      return (everywhere || !hidden) && labels.every((id) => own.includes(id)) && matches(message)
    },
    size,
  })
  const { items, ...next } = page
  return {
    // The key is absent, not empty, when nothing matches.
    ...(items.length > 0 ? { messages: items.map(({ id, threadId }) => ({ id, threadId })) } : {}),
    ...next,
    // Gmail's estimate is no count: it stays the same however much is left.
    resultSizeEstimate: next.nextPageToken ? 201 : items.length,
  }
}

/** A token that carries this scope may not search, whatever else it carries. */
function hasMetadataScope(google: Google, call: Call): boolean {
  return google.oauth.grants.inspect(bearerOf(call) ?? '')?.scopes.includes(SCOPE.gmailMetadata) ?? false
}
