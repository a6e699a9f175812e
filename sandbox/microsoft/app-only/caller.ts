import { getBearerToken, type HttpRequest } from '../../core/http/request.ts'
import type { MicrosoftAccount } from '../account.ts'
import { authenticate, findApplication } from '../api/authenticate.ts'
import type { ErrorName, Fail } from '../api/errors.ts'
import type { GraphApi } from '../api/graph-request.ts'
import type { MicrosoftState } from '../state.ts'
import type { AppToken } from './app-tokens.ts'
import { toScopes } from './roles.ts'

/** Who calls Graph, and whose data the path names. */
export interface Caller {
  /** The user of the path: that of the token for `/me`. */
  readonly account: MicrosoftAccount
  /** The delegated scopes, or those that the app roles stand for. */
  readonly scopes: readonly string[]
  /** The token of an application that acts by itself. Undefined for a user's token. */
  readonly application: AppToken | undefined
}

/**
 * Returns the caller of a path below `/me` or `/users/:userId`. A user is named by id, principal name or address. The
 * mailbox of another user is closed to a user's token here, because nobody shares one.
 */
export function resolveCaller(microsoft: MicrosoftState, api: GraphApi, request: HttpRequest, fail: Fail): Caller {
  const { userId } = request.params
  const unknownUser = () => fail(UNKNOWN_USER_ERRORS[api])
  const application = findApplication(microsoft, request, fail)
  if (application) {
    if (userId === undefined) fail('BadRequest', '/me request is only valid with delegated authentication flow.')
    const account = findUser(microsoft, application.tenant, userId) ?? unknownUser()
    if (api === 'outlook') checkAccessPolicy(microsoft, account, fail)
    return { account, scopes: toScopes(application.roles), application }
  }
  const access = authenticate(microsoft, request, fail)
  const own = microsoft.account(access.grant.account)
  const account = userId === undefined ? own : (findUser(microsoft, own.tenant, userId) ?? unknownUser())
  if (account !== own) fail(OTHER_USER_ERRORS[api])
  return { account, scopes: access.scopes, application: undefined }
}

const UNKNOWN_USER_ERRORS = {
  outlook: 'ErrorInvalidUser',
  directory: 'Request_ResourceNotFound',
  teams: 'Request_ResourceNotFound',
} as const satisfies Record<GraphApi, ErrorName>

const OTHER_USER_ERRORS = {
  outlook: 'ErrorAccessDenied',
  directory: 'Authorization_RequestDenied',
  teams: 'Forbidden',
} as const satisfies Record<GraphApi, ErrorName>

/** The address of the account that a request is about, if its token is valid. */
export function identifyCaller(microsoft: MicrosoftState, request: HttpRequest): string | undefined {
  const token = getBearerToken(request) ?? ''
  const application = microsoft.appTokens.find(token)
  if (!application) return microsoft.oauth.grants.inspect(token)?.grant.account
  const { userId } = request.params
  return userId === undefined ? undefined : findUser(microsoft, application.tenant, userId)?.email
}

function findUser({ accounts }: MicrosoftState, tenant: string, userId: string): MicrosoftAccount | undefined {
  const name = userId.toLowerCase()
  return [...accounts.values()].find(
    (account) =>
      account.tenant === tenant &&
      [account.id, account.userPrincipalName, account.mail].some((value) => value?.toLowerCase() === name),
  )
}

/** https://learn.microsoft.com/graph/auth-limit-mailbox-access */
function checkAccessPolicy({ registration }: MicrosoftState, { email }: MicrosoftAccount, fail: Fail): void {
  const { mailboxes } = registration.settings
  if (mailboxes === 'all' || mailboxes.includes(email)) return
  fail('ErrorAccessDenied', '[RAOP] : Blocked by tenant configured AppOnly AccessPolicy settings.')
}
