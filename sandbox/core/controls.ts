import type { MockContext } from './context.ts'
import type { RandomFaultOptions } from './faults/injector.ts'
import type { FaultRule } from './faults/rule.ts'
import { type HttpRequest, parseJson } from './http/request.ts'
import { empty, type HttpResponse, json } from './http/responses.ts'
import type { Handler, Route } from './http/router.ts'
import type { LedgerFilter } from './ledger.ts'
import type { AuthorizationServer } from './oauth/authorization-server.ts'
import { omitUndefined } from './omit-undefined.ts'

export interface ControlDeps {
  context: MockContext
  oauth: AuthorizationServer
  listAccounts(): readonly { email: string; name: string }[]
}

/** Creates the control routes for tests that run in another process. Request and response bodies are JSON. */
export function createControlRoutes(deps: ControlDeps): Route[] {
  const { ledger, clock } = deps.context
  return [
    controlRoute('GET', 'accounts', () => json(deps.listAccounts())),
    controlRoute('GET', 'ledger', (request) => json(ledger.entries(toLedgerFilter(request.url.searchParams)))),
    controlRoute('DELETE', 'ledger', () => runAndReturnEmpty(() => ledger.clear())),
    controlRoute('GET', 'clock', () => json({ now: clock.now() })),
    controlRoute('POST', 'clock', (request) =>
      json({ now: clock.advance(Number(parseJsonObject(request).advanceMs)) }),
    ),
    ...createFaultControls(deps.context),
    ...createOAuthControls(deps),
  ]
}

/** Creates a route under `/_sandbox/`. An error that the handler throws becomes a 400 response with its message. */
export function controlRoute(method: string, path: string, handle: Handler): Route {
  const handleErrors = async (request: HttpRequest): Promise<HttpResponse> => {
    try {
      return await handle(request)
    } catch (error) {
      return json({ error: error instanceof Error ? error.message : String(error) }, 400)
    }
  }
  return { method, pattern: `/_sandbox/${path}`, handle: handleErrors }
}

/** Throws a SyntaxError if the body is not JSON, and a RangeError if it is not an object. */
export function parseJsonObject(request: HttpRequest): Record<string, unknown> {
  const body = parseJson(request)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new RangeError('The body must be a JSON object')
  }
  return body as Record<string, unknown>
}

function createFaultControls({ faults }: MockContext): Route[] {
  return [
    controlRoute('GET', 'faults', () => json(faults.list().map(({ id, rule, hits }) => ({ id, rule, hits })))),
    controlRoute('POST', 'faults', (request) =>
      json({ id: faults.add(parseJsonObject(request) as unknown as FaultRule).id }, 201),
    ),
    controlRoute('POST', 'faults/random', (request) => {
      const added = faults.random(parseJsonObject(request) as unknown as RandomFaultOptions)
      return json({ ids: added.map(({ id }) => id) }, 201)
    }),
    controlRoute('DELETE', 'faults', () => runAndReturnEmpty(() => faults.clear())),
    controlRoute('DELETE', 'faults/:id', ({ params }) =>
      faults.remove(Number(params.id)) ? empty() : json({ error: 'Fault not found' }, 404),
    ),
  ]
}

function createOAuthControls({ context, oauth, listAccounts }: ControlDeps): Route[] {
  const settings = () => json({ latency: context.latency, ...oauth.settings })
  return [
    controlRoute('GET', 'settings', settings),
    controlRoute('PATCH', 'settings', (request) => {
      const { latency = context.latency, ...changes } = parseJsonObject(request)
      context.latency = Number(latency)
      oauth.configure(changes)
      return settings()
    }),
    controlRoute('POST', 'redirect-uris', (request) => {
      const { clientId = oauth.clients[0]?.id, uri } = parseJsonObject(request)
      const client = oauth.clients.find(({ id }) => id === clientId)
      if (!client || typeof uri !== 'string') {
        throw new RangeError('The body must be { clientId?, uri } with the id of a registered client')
      }
      client.redirectUris.push(uri)
      return json(client.redirectUris, 201)
    }),
    controlRoute('POST', 'grants', (request) => {
      const { account, scopes, offline = true } = parseJsonObject(request)
      const [client] = oauth.clients
      if (!client || !listAccounts().some(({ email }) => email === account)) {
        throw new RangeError('The body must be { account, scopes, offline? } with the address of a sandbox account')
      }
      const { access, refreshToken } = oauth.grants.issue(client, {
        account: String(account),
        scopes: Array.isArray(scopes) ? scopes.map(String) : [],
        offline: Boolean(offline),
      })
      return json({ accessToken: access.token, refreshToken, expiresAt: access.expiresAt }, 201)
    }),
    controlRoute('DELETE', 'grants', ({ url }) => {
      const account = url.searchParams.get('account')
      return json({ revoked: oauth.grants.revoke((grant) => account === null || grant.account === account) })
    }),
  ]
}

function toLedgerFilter(query: URLSearchParams): LedgerFilter {
  const { status, part, ...filter } = Object.fromEntries(query)
  return omitUndefined({
    ...(filter as LedgerFilter),
    status: status === undefined ? undefined : Number(status),
    part: part === undefined ? undefined : part === 'true',
  })
}

function runAndReturnEmpty(action: () => void): HttpResponse {
  action()
  return empty()
}
