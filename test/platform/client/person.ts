import { GraphClient, type GraphClientOptions } from '../../../platform/client/graph-client.ts'
import type { Tenant } from '../../../platform/storage/connections/tenants.ts'
import { type Api, newEmail } from '../graph/api.ts'
import { tenantOf } from '../graph/block-content.ts'

export interface Person extends Tenant {
  email: string
  client: GraphClient
}

/** Signs in a new person and creates a client for them. */
export async function createPerson(api: Api, options: Partial<GraphClientOptions> = {}): Promise<Person> {
  const email = newEmail()
  const token = () => api.issuer.token(email)
  const client = new GraphClient({ url: api.url, token, refresh: token, ...options })
  return { ...(await tenantOf(api, email)), email, client }
}
