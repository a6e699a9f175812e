import { type Answer, empty, json } from './answers.ts'
import { type Call, jsonOf } from './call.ts'
import type { FaultRule } from './fault-rule.ts'
import type { RandomFaults } from './faults.ts'
import type { EntryFilter } from './ledger.ts'
import type { OAuth } from './oauth.ts'
import type { Stage } from './origin.ts'
import type { Handler, Route } from './router.ts'

/** What the controls of one origin act upon. */
export interface Controlled {
  stage: Stage
  oauth: OAuth
  accounts(): readonly { email: string; name: string }[]
}

/** The controls over HTTP, for suites that run in another process. Bodies and answers are JSON. */
export function controlRoutes(controlled: Controlled): Route[] {
  const { stage } = controlled
  return [
    control('GET', 'accounts', () => json(controlled.accounts())),
    control('GET', 'ledger', (call) => json(stage.ledger.entries(filterOf(call.url.searchParams)))),
    control('DELETE', 'ledger', () => done(() => stage.ledger.clear())),
    control('GET', 'clock', () => json({ now: stage.clock.now() })),
    control('POST', 'clock', (call) => json({ now: stage.clock.advance(Number(bodyOf(call).advanceMs)) })),
    ...faultControls(stage),
    ...oauthControls(controlled),
  ]
}

/** A route under `/_sandbox/`. What it throws is told to the caller, whose body it did not understand. */
export function control(method: string, path: string, handle: Handler): Route {
  const pattern = `/_sandbox/${path}`
  const careful = async (call: Call): Promise<Answer> => {
    try {
      return await handle(call)
    } catch (error) {
      return json({ error: error instanceof Error ? error.message : String(error) }, 400)
    }
  }
  return { method, pattern, handle: careful }
}

/** The JSON object in the body. */
export function bodyOf(call: Call): Record<string, unknown> {
  const body = jsonOf(call)
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new RangeError('The body is to be a JSON object')
  return body as Record<string, unknown>
}

function faultControls({ faults }: Stage): Route[] {
  return [
    control('GET', 'faults', () => json(faults.list().map(({ id, rule, hits }) => ({ id, rule, hits })))),
    control('POST', 'faults', (call) => json({ id: faults.add(bodyOf(call) as unknown as FaultRule).id }, 201)),
    control('POST', 'faults/random', (call) => {
      const added = faults.random(bodyOf(call) as unknown as RandomFaults)
      return json({ ids: added.map(({ id }) => id) }, 201)
    }),
    control('DELETE', 'faults', () => done(() => faults.clear())),
    control('DELETE', 'faults/:id', ({ params }) =>
      faults.remove(Number(params.id)) ? empty() : json({ error: 'No such fault' }, 404),
    ),
  ]
}

function oauthControls({ stage, oauth, accounts }: Controlled): Route[] {
  const settings = () => json({ latency: stage.latency, ...oauth.settings })
  return [
    control('GET', 'settings', settings),
    control('PATCH', 'settings', (call) => {
      const { latency = stage.latency, ...changes } = bodyOf(call)
      stage.latency = Number(latency)
      oauth.configure(changes)
      return settings()
    }),
    control('POST', 'redirect-uris', (call) => {
      const { clientId = oauth.clients[0]?.id, uri } = bodyOf(call)
      const client = oauth.clients.find(({ id }) => id === clientId)
      if (!client || typeof uri !== 'string') throw new RangeError('Wanted: { clientId?, uri } of a client that exists')
      client.redirectUris.push(uri)
      return json(client.redirectUris, 201)
    }),
    control('POST', 'grants', (call) => {
      const { account, scopes, offline = true } = bodyOf(call)
      const [client] = oauth.clients
      if (!client || !accounts().some(({ email }) => email === account))
        throw new RangeError('Wanted: { account, scopes, offline? }')
      const { access, refreshToken } = oauth.grants.issue(client, {
        account: String(account),
        scopes: Array.isArray(scopes) ? scopes.map(String) : [],
        offline: Boolean(offline),
      })
      return json({ accessToken: access.token, refreshToken, expiresAt: access.expiresAt }, 201)
    }),
    control('DELETE', 'grants', ({ url }) => {
      const account = url.searchParams.get('account')
      return json({ revoked: oauth.grants.revoke((grant) => account === null || grant.account === account) })
    }),
  ]
}

function filterOf(query: URLSearchParams): EntryFilter {
  const { status, part, ...rest } = Object.fromEntries(query)
  return {
    ...(rest as EntryFilter),
    ...(status === undefined ? {} : { status: Number(status) }),
    ...(part === undefined ? {} : { part: part === 'true' }),
  }
}

function done(step: () => void): Answer {
  step()
  return empty()
}
