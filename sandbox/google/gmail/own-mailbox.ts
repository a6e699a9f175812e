import { throwError } from '../api/errors.ts'
import type { ApiMethod } from '../api/guard.ts'

/** Only one's own mailbox: the path says `me` or the account's address. */
export function requireOwnMailbox(handle: ApiMethod['handle']): ApiMethod['handle'] {
  return (account, request) => {
    const { user } = request.params
    if (user !== 'me' && user?.toLowerCase() !== account.email) throwError('delegationDenied', request)
    return handle(account, request)
  }
}
