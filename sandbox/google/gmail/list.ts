import { getBearerToken, type HttpRequest } from '../../core/http/request.ts'
import { omitUndefined } from '../../core/omit-undefined.ts'
import type { GoogleAccount } from '../account.ts'
import { throwError } from '../api/errors.ts'
import { paginate } from '../api/pagination.ts'
import { parseBoolean, parseInteger } from '../api/parameters.ts'
import { SCOPE } from '../oauth/scopes.ts'
import type { GoogleState } from '../state.ts'
import { toSortKey } from './mailbox.ts'
import { createMatcher, includesSpamOrTrash } from './search.ts'
import { parseSearch } from './search-parser.ts'

/** https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.messages/list */
export function listMessages(google: GoogleState, account: GoogleAccount, request: HttpRequest): object {
  const pageSize = parseInteger(request, 'maxResults', { fallback: 100, max: 500 })
  const text = request.url.searchParams.get('q') ?? ''
  if (text && hasMetadataScope(google, request)) throwError('metadataScope', request)
  const search = parseSearch(text)
  const matchesSearch = createMatcher(search, account.mailbox, google.settings)
  const labels = request.url.searchParams.getAll('labelIds')
  const includesHidden =
    parseBoolean(request, 'includeSpamTrash') ||
    includesSpamOrTrash(search) ||
    labels.some((id) => id === 'SPAM' || id === 'TRASH')
  const { items, nextPageToken } = paginate(google, request, {
    items: account.mailbox.messages.all(),
    toSortKey,
    matches: (message) => {
      const { labelIds = [] } = message
      const hidden = labelIds.includes('SPAM') || labelIds.includes('TRASH')
      return (includesHidden || !hidden) && labels.every((id) => labelIds.includes(id)) && matchesSearch(message)
    },
    pageSize,
  })
  return omitUndefined({
    // The key is absent, not empty, when nothing matches.
    messages: items.length > 0 ? items.map(({ id, threadId }) => ({ id, threadId })) : undefined,
    nextPageToken,
    // Gmail's estimate is not a count: it stays the same regardless of how many messages remain.
    resultSizeEstimate: nextPageToken ? 201 : items.length,
  })
}

/** A token with this scope may not search, even if it has others. */
function hasMetadataScope(google: GoogleState, request: HttpRequest): boolean {
  return google.oauth.grants.inspect(getBearerToken(request) ?? '')?.scopes.includes(SCOPE.gmailMetadata) ?? false
}
