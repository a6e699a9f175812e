import type { Context, Middleware } from 'koa'
import { ConnectedProviderRegistration } from '../../src/contract/index.ts'
import { HttpError } from '../http/http-error.ts'
import { read } from '../model/parse.ts'
import { type ConnectionRules, register } from '../storage/connections/lifecycle.ts'
import { type KnownProvider, listProviders } from '../storage/connections/providers.ts'
import type { Database } from '../storage/postgres/database.ts'

export interface RegistrationParts {
  db: Database
  connectionRules: (offered: readonly KnownProvider[]) => ConnectionRules
  now: () => number
}

/** Takes the credential of an account that someone has connected. The same twice is once. */
export function registration({ db, connectionRules, now }: RegistrationParts): Middleware {
  return async (ctx) => {
    const given = registrationIn(ctx)
    const connection = await register(db, connectionRules(await listProviders(db)), given, now())
    if (!connection) throw new HttpError(404, 'not-found', 'Nobody waits for this connection, or not any more.')
    ctx.state.tenantId = connection.tenantId
    ctx.type = 'application/json'
    ctx.body = '{"status":"ok"}'
  }
}

/** What is wrong is said by place only: the body holds a credential. */
function registrationIn(ctx: Context): ConnectedProviderRegistration {
  const reading = read<ConnectedProviderRegistration>(ConnectedProviderRegistration, ctx.request.body)
  if ('value' in reading) return reading.value
  throw new HttpError(400, 'validation-error', `The registration is not as it should be: ${reading.wrong}.`)
}
