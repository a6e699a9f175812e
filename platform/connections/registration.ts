import type { Context, Middleware } from 'koa'
import { ConnectedProviderRegistration } from '../../src/contract/index.ts'
import { omitUndefined } from '../../src/runtime/omit.ts'
import { DATABASE_UNAVAILABLE, HttpError, unavailable } from '../http/errors.ts'
import { safeParse } from '../model/parse.ts'
import type { Buckets } from '../storage/buckets.ts'
import { type ConnectionDeps, completeRegistration } from '../storage/connections/lifecycle.ts'
import { listProviders, type StoredProvider } from '../storage/connections/providers.ts'
import { findBucketOf, type ReceivedRegistration } from '../storage/connections/registration.ts'
import { isUnavailable } from '../storage/postgres/database.ts'

/** Names the application that was connected: the body of a registration does not. */
const APPLICATION_HEADER = 'X-Application'

export interface RegistrationDeps {
  buckets: Pick<Buckets, 'all'>
  createConnectionDeps: (offered: readonly StoredProvider[]) => ConnectionDeps
  now: () => number
}

/** Handles POST of an account that a user has connected at a provider. Repeating the request has no further effect. */
export function registration(deps: RegistrationDeps): Middleware {
  return async (ctx) => {
    const registered = parseRegistration(ctx)
    const received = { ...registered, ...omitUndefined({ application: ctx.get(APPLICATION_HEADER) || undefined }) }
    const connection = await complete(deps, received).catch((error: unknown) => {
      throw isUnavailable(error) ? unavailable(DATABASE_UNAVAILABLE, error) : error
    })
    if (!connection) throw new HttpError(404, 'not-found', 'No pending connection with this id, or it has expired.')
    ctx.state.tenantId = connection.tenantId
    ctx.type = 'application/json'
    ctx.body = '{"status":"ok"}'
  }
}

/** Only the connection's id is received, so the bucket has to be found. The providers are known in all of them. */
async function complete({ buckets, createConnectionDeps, now }: RegistrationDeps, received: ReceivedRegistration) {
  const db = await findBucketOf(buckets, received.connectionId)
  return db && completeRegistration(db, createConnectionDeps(await listProviders(db)), received, now())
}

/** The error names the invalid member but not its value, because the body contains a credential. */
function parseRegistration(ctx: Context): ConnectedProviderRegistration {
  const result = safeParse<ConnectedProviderRegistration>(ConnectedProviderRegistration, ctx.request.body)
  if ('value' in result) return result.value
  throw new HttpError(400, 'validation-error', `Invalid registration: ${result.error}.`)
}
