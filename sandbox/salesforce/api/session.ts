import { getBearerToken, type HttpRequest } from '../../core/http/request.ts'
import type { SalesforceAccount } from '../account.ts'
import { fail } from '../errors.ts'
import { API_SCOPES } from '../oauth/scopes.ts'
import type { Org } from '../org/organization.ts'
import type { SchemaView } from '../schema/view.ts'
import type { SalesforceState } from '../state.ts'
import { isVersion } from './versions.ts'

/** The authenticated caller of the data API. */
export interface Session {
  readonly salesforce: SalesforceState
  readonly org: Org
  readonly account: SalesforceAccount
  readonly view: SchemaView
  /** The access token: query locators are bound to it. */
  readonly token: string
  /** As in the path: `v62.0`. */
  readonly version: string
  /** Whether the request permits saving duplicates. */
  readonly allowsDuplicates: boolean
}

/** Opens the session of the request's token. Throws an HttpError when the session is invalid or has no API access. */
export function openSession(salesforce: SalesforceState, request: HttpRequest): Session {
  const version = request.params.version ?? ''
  if (!isVersion(version)) fail('notFound')
  const token = getBearerToken(request) ?? ''
  const access = salesforce.oauth.grants.inspect(token)
  if (!access) fail('sessionExpired')
  if (!API_SCOPES.some((scope) => access.scopes.includes(scope))) fail('sessionNotForRest')
  const account = salesforce.account(access.grant.account)
  if (!account.org.apiEnabled) fail('apiDisabledForOrg')
  if (!account.profile.apiEnabled) fail('apiCurrentlyDisabled')
  if (account.profile.passwordExpired) fail('passwordExpired')
  const allowsDuplicates = /\ballowSave *= *true\b/i.test(request.headers['sforce-duplicate-rule-header'] ?? '')
  return { salesforce, org: account.org, account, view: account.view, token, version, allowsDuplicates }
}
