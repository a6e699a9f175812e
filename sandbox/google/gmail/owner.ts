import { refuse } from '../errors.ts'
import type { ApiMethod } from '../guard.ts'

/** Only one's own mailbox: the path says `me` or the account's address. */
export function mailOwner(handle: ApiMethod['handle']): ApiMethod['handle'] {
  return (account, call) => {
    const { user } = call.params
    if (user !== 'me' && user?.toLowerCase() !== account.email) refuse('delegationDenied', call)
    return handle(account, call)
  }
}
