import { bearerOf, type Call } from '../../core/call.ts'
import type { SalesforceAccount } from '../account.ts'
import { refuse } from '../errors.ts'
import type { Org } from '../org/org.ts'
import type { Salesforce } from '../salesforce.ts'
import type { View } from '../schema/view.ts'
import { OPENS_API } from '../scopes.ts'
import { isVersion } from './versions.ts'

/** Who calls, and what he sees. */
export interface Session {
  readonly salesforce: Salesforce
  readonly org: Org
  readonly account: SalesforceAccount
  readonly view: View
  /** The access token: query locators are bound to it. */
  readonly token: string
  /** As in the path: `v62.0`. */
  readonly version: string
  /** The caller has said that it knows of the duplicates. */
  readonly allowsDuplicates: boolean
}

/** The session behind the call's token; or one of the answers that a session which is no good gets. */
export function openSession(salesforce: Salesforce, call: Call): Session {
  const version = call.params.version ?? ''
  if (!isVersion(version)) refuse('notFound')
  const token = bearerOf(call) ?? ''
  const access = salesforce.oauth.grants.inspect(token)
  if (!access) refuse('sessionExpired')
  if (!OPENS_API.some((scope) => access.scopes.includes(scope))) refuse('sessionNotForRest')
  const account = salesforce.account(access.grant.account)
  if (!account.org.apiEnabled) refuse('apiDisabledForOrg')
  if (!account.access.apiEnabled) refuse('apiCurrentlyDisabled')
  const allowsDuplicates = /\ballowSave *= *true\b/i.test(call.headers['sforce-duplicate-rule-header'] ?? '')
  return { salesforce, org: account.org, account, view: account.view, token, version, allowsDuplicates }
}
