import { createCache } from '../../../src/runtime/cache.ts'
import { omitEmpty } from '../../../src/runtime/omit.ts'
import type { Client } from './client.ts'
import { toId } from './ids.ts'
import { path } from './path.ts'
import { unreadableResponse } from './response.ts'

/** The user of an access token. */
export interface SalesforceIdentity {
  userId: string
  organizationId: string
  /** Absent if the application may not see it. */
  email?: string
  /** The sign-in name. It looks like an e-mail address but often is not a valid one. */
  username?: string
  displayName?: string
}

interface UserInfo {
  user_id?: string
  organization_id?: string
  email?: string
  preferred_username?: string
  name?: string
}

/** https://help.salesforce.com/s/articleView?id=xcloud.remoteaccess_using_userinfo_endpoint.htm */
export async function fetchIdentity(client: Client): Promise<SalesforceIdentity> {
  const info = await client.request<UserInfo>({ path: path`/services/oauth2/userinfo` })
  const [userId, organizationId] = [toId(info.user_id ?? ''), toId(info.organization_id ?? '')]
  if (!userId || !organizationId) throw unreadableResponse()
  const { email, preferred_username: username, name: displayName } = info
  return { userId, organizationId, ...omitEmpty({ email: email?.toLowerCase(), username, displayName }) }
}

/** The users of tokens that were asked for before. They never change. */
const userIds = createCache<string>(2_000)

/** The id of the user. `scope` identifies the token in the cache. */
export async function fetchUserId(client: Client, scope: string): Promise<string> {
  const cached = userIds.get(scope)
  if (cached) return cached
  const { userId } = await fetchIdentity(client)
  userIds.set(scope, userId)
  return userId
}
