import { throwError } from '../api/errors.ts'
import type { ApiMethod } from '../api/guard.ts'

/** Rejects requests for another user's mailbox. The path must contain `me` or the account's address. */
export function requireOwnMailbox(handle: ApiMethod['handle']): ApiMethod['handle'] {
  return (account, request) => {
    const { user } = request.params
    if (user !== 'me' && user?.toLowerCase() !== account.email) throwError('delegationDenied', request)
    return handle(account, request)
  }
}
