import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as actions from './actions.ts'
import { APPLICATIONS, type Call, CRM, MAIL, PROVIDER, page, requireToken } from './call.ts'
import type { Defect, Has } from './defects.ts'
import { invalid, type Json, ProblemError } from './json.ts'
import { BODIES, findWrong } from './shapes.ts'
import { callback, check, connect, refresh } from './sign-in.ts'
import * as syncs from './syncs.ts'
import * as tables from './tables.ts'
import { Vendor } from './vendor.ts'

export const KEY = 'the-key-of-the-plain-provider-0123456789'
const MAX_BODY_BYTES = 50_000_000
const MB = 1_000_000

interface Route {
  handle: (call: Call) => Json
  /** The applications that have it; all by default. */
  applications?: readonly string[]
  needsTenant?: boolean
}

const CRM_ONLY = { applications: [CRM] }
const WRITE = { ...CRM_ONLY, needsTenant: true }

const ROUTES: Readonly<Record<string, Route>> = {
  '/auth/check': { handle: check },
  '/auth/refresh': { handle: refresh },
  '/sync/transcription': { handle: syncs.transcriptions, ...CRM_ONLY },
  '/sync/email': { handle: syncs.emails },
  '/sync/calendar': { handle: syncs.calendars, ...CRM_ONLY },
  '/sync/metadata': { handle: tables.metadata, ...CRM_ONLY },
  '/sync/table': { handle: tables.tables, ...CRM_ONLY },
  '/sync/identifier': { handle: tables.identifiers, ...CRM_ONLY },
  '/sync/insight': { handle: tables.insight, ...CRM_ONLY },
  '/upsert/table': { handle: actions.upsertTable, ...WRITE },
  '/upsert/notes': { handle: actions.upsertNotes, ...WRITE },
  '/tag': { handle: actions.tag, ...WRITE },
  '/link': { handle: actions.link, ...CRM_ONLY },
  '/install/function/inputs': { handle: actions.functionInputs },
  '/execute/function': { handle: actions.executeFunction },
  '/execute/query': { handle: actions.query, ...CRM_ONLY },
}

function definition(instanceUrl: string): Json {
  const flags = { calendar: true, transcription: true, message: false, email: true, table: true, function: true }
  const none = Object.fromEntries(Object.keys(flags).map((flag) => [flag, flag === 'email']))
  const shared = { label: 'Plain', description: '', authentication: true, connectMethods: ['oauth', 'key'] }
  return {
    name: PROVIDER,
    label: 'Plain',
    description: 'A provider that needs nothing but Node',
    instanceUrl,
    iconUrl: '/icon.svg',
    applications: [
      {
        ...shared,
        name: CRM,
        sobjects: flags,
        linkSubscriptions: [{ pattern: 'https://vendor.example/records/*' }],
        externalIds: [{ metadataType: 'Contact', tagType: 'person' }],
        functions: [{ name: 'report', label: 'Report' }],
      },
      { ...shared, name: MAIL, sobjects: none, linkSubscriptions: [], externalIds: [] },
    ],
  }
}

/**
 * Starts a provider that obeys the specification, except for its defects. It shares no code with the hub or the suite: what
 * it does is what the specification says.
 */
export async function startProvider(defects: readonly Defect[] = []) {
  const has: Has = (defect) => defects.includes(defect)
  const vendor = new Vendor()
  let url = ''
  const server = createServer((request, response) => {
    respond(request, response, { has, vendor, url }).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const stop = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url, vendor, has, stop }
}

interface Provider {
  has: Has
  vendor: Vendor
  url: string
}

async function respond(request: IncomingMessage, response: ServerResponse, provider: Provider): Promise<void> {
  const { has, url } = provider
  const { pathname, searchParams } = new URL(request.url ?? '/', url)
  try {
    if (request.method === 'GET') {
      const isKeyed = isAuthorized(request.headers.authorization, has)
      const found = getResponse(pathname, searchParams, provider, isKeyed)
      if (found) return void response.writeHead(found.status, found.headers).end(found.body)
    }
    const result = await post(request, pathname, provider)
    const type = has('results are sent as text') ? 'text/plain' : 'application/json'
    response.writeHead(200, { 'Content-Type': type, ...leak(has) }).end(JSON.stringify(result))
  } catch (error) {
    sendProblem(response, error, has)
  }
}

function leak(has: Has): Record<string, string> {
  return has('a header quotes the key') ? { 'X-Debug': `key=${KEY}` } : {}
}

function getResponse(pathname: string, query: URLSearchParams, { has, url }: Provider, isKeyed: boolean) {
  const text = (type: string, body: string) => ({ status: 200, headers: { 'Content-Type': type }, body })
  if (pathname === '/api/v1/hello' && (isKeyed || !has('the greeting needs the key'))) {
    return has('the greeting is a page') ? text('text/html', '<h1>Hello</h1>') : text('text/plain', 'hello')
  }
  if (pathname === '/definition.json') return text('application/json', JSON.stringify(definition(url)))
  if (pathname === '/icon.svg' && !has('the icon is missing')) return text('image/svg+xml', '<svg/>')
  if (pathname === '/auth/connect' && (isKeyed || !has('connecting needs the key'))) return connect(query, url, has)
  if (pathname === '/auth/callback') return callback(query, has)
  if (ROUTES[pathname] && has('GET runs a route')) return text('application/json', '{}')
  return undefined
}

function isAuthorized(header: string | undefined, has: Has): boolean {
  if (has('the key is not compared')) return true
  const [, scheme = '', token = ''] = /^(\S+) (.*)$/.exec(header ?? '') ?? []
  if (scheme !== 'Bearer' && !has('the key is accepted in any scheme')) return false
  const isPrefix = token.length > 8 && (KEY.startsWith(token) || token.startsWith(KEY))
  return token === KEY || (has('only the beginning of the key is compared') && isPrefix)
}

function refuseKey(has: Has): never {
  if (has('a wrong key is a 403')) throw new ProblemError(403, 'forbidden', 'The key is wrong.')
  const type = has('a wrong key looks like expired credentials') ? 'credentials-expired' : 'unauthorized'
  throw new ProblemError(401, type, 'The platform key is missing or wrong.')
}

async function post(request: IncomingMessage, pathname: string, provider: Provider): Promise<Json> {
  const { has, vendor } = provider
  const isOpen = has('one route needs no key') && pathname === '/upsert/notes'
  const isKeyed = isOpen || isAuthorized(request.headers.authorization, has)
  if (!isKeyed && !has('the body is validated before the key')) refuseKey(has)
  const [, named = '', last = ''] = pathname.split('/')
  const path = last === 'link' ? '/link' : pathname
  const route = ROUTES[path]
  if (!route || request.method !== 'POST') {
    if (has('an unknown path is a 500') && named === 'nothing')
      throw new ProblemError(500, 'internal-error', 'There is no such route.')
    if (has('an unknown path is a page of the framework') && named === 'nothing')
      throw new Page(404, '<pre>Cannot POST</pre>')
    throw new ProblemError(404, 'not-found', `There is no route ${pathname}.`)
  }
  const body = validated(path, parse(await read(request, has), has), has)
  if (!isKeyed) refuseKey(has)
  const application = applicationOf(path, body, named, has)
  const call: Call = { path, body, application, vendor, has }
  return handle(route, call)
}

function handle(route: Route, call: Call): Json {
  const { has, body, application, path } = call
  if (route.applications && !route.applications.includes(application) && APPLICATIONS.includes(application)) {
    if (has('an undeclared capability is empty')) return page([])
    throw new ProblemError(404, 'not-found', `${application} does not have this.`)
  }
  const { credential } = body.connectedProvider ?? body.outputConnectedProvider ?? {}
  if (path === '/execute/query' && !credential) throw invalid('#/connectedProvider', 'is required')
  if (route.needsTenant && !credential.instanceUrl && !has('writes need no tenant')) {
    throw invalid('#/connectedProvider/credential/instanceUrl', 'is required')
  }
  if (credential && path !== '/auth/refresh') {
    if (has('a 401 of the vendor is an empty page') && !call.vendor.accessTokens.has(credential.accessToken))
      return page([])
    requireToken(call, credential)
  }
  return spoil(call, route.handle(call))
}

/** What is wrong with every page. */
function spoil({ has, path, body }: Call, result: Json): Json {
  if (!path.startsWith('/sync/')) return result
  if (has('there is no pagination')) return { items: result.items }
  if (has('a rejected page is a 200')) return { error: 'rate limited' }
  const limit = (body.filter ?? body.transcriptionFilter ?? body.calendarFilter)?.limit ?? 100
  if (has('pageSize is the limit')) result.pagination.pageSize = limit
  return result
}

async function read(request: IncomingMessage, has: Has): Promise<string> {
  const max = has('bodies are limited to 1 MB')
    ? MB
    : has('bodies are not limited')
      ? Number.MAX_SAFE_INTEGER
      : MAX_BODY_BYTES
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size <= max) chunks.push(chunk)
  }
  if (size > max) throw new ProblemError(413, 'payload-too-large', `A body may have ${max} bytes.`)
  return Buffer.concat(chunks).toString()
}

function parse(text: string, has: Has): Json {
  try {
    return JSON.parse(text)
  } catch {
    if (has('a body that is no JSON is a 500')) throw new ProblemError(500, 'internal-error', 'Unexpected token')
    if (has('the error of the JSON parser is a page')) throw new Page(400, '<pre>SyntaxError</pre>')
    throw invalid('#', 'is no JSON')
  }
}

function validated(path: string, body: Json, has: Has): Json {
  const shape = BODIES[path] ?? {}
  if (has('a body that is null is a 500') && body === null)
    throw new ProblemError(500, 'internal-error', 'body is null')
  if (has('a missing filter is an empty one') && path === '/sync/email' && body?.connectedProvider) body.filter ??= {}
  const isObject = typeof body === 'object' && body !== null
  const lacksConnection = isObject && path.startsWith('/sync/') && !('connectedProvider' in body)
  if (lacksConnection && has('a missing member is a 500')) throw new Error('undefined is not an object')
  const wrong = findWrong(shape, body, has)
  if (path === '/tag' && wrong.length === 0 && !body.tag && !body.tags) wrong.push('#/tag')
  if (wrong.length === 0) return body
  const errors = wrong.slice(0, 20).map((pointer) => ({ pointer, detail: 'is missing or wrong' }))
  const detail = has('problems quote the request') ? JSON.stringify(body) : `${wrong[0]} is missing or wrong`
  throw new ProblemError(400, 'validation-error', detail, has('wrong members are not named') ? undefined : errors)
}

function applicationOf(path: string, body: Json, named: string, has: Has): string {
  const connection = body.connectedProvider ?? body.outputConnectedProvider
  const application = body.application ?? connection?.application
  if (application === undefined) return CRM
  if (has('any application is served') && !APPLICATIONS.includes(application)) return CRM
  const isServed = APPLICATIONS.includes(application) && (path !== '/link' || named === application)
  if (isServed) return application
  if (has('an unknown application is a 500')) throw new Error(`no handlers of ${application}`)
  throw invalid('#/connectedProvider/application', 'is no application of this provider')
}

/** Thrown for what a framework sends by itself. */
class Page extends Error {
  readonly status: number

  constructor(status: number, html: string) {
    super(html)
    this.status = status
  }
}

function sendProblem(response: ServerResponse, error: unknown, has: Has): void {
  if (error instanceof Page) {
    return void response.writeHead(error.status, { 'Content-Type': 'text/html' }).end(error.message)
  }
  const { status, type, message, errors } =
    error instanceof ProblemError ? error : new ProblemError(500, 'internal-error', 'An internal error occurred.')
  const isExpired = type === 'credentials-expired'
  const typeName = isExpired && has('expired credentials have another type') ? 'unauthorized' : type
  const title = isExpired && !has('expired credentials have another title') ? 'Credentials expired' : type
  const problem = {
    type: `${has('types of problems name no platform') ? 'https:/' : 'https://platform.example'}/${typeName}`,
    title,
    status: has('problems have the wrong status') ? 500 : status,
    ...(has('problems have no detail') ? {} : { detail: message }),
    ...(errors ? { errors } : {}),
  }
  const contentType = has('problems are sent as JSON') ? 'application/json' : 'application/problem+json'
  const challenge = status === 401 && !isExpired ? { 'WWW-Authenticate': 'Bearer' } : {}
  response.writeHead(status, { 'Content-Type': contentType, ...challenge, ...leak(has) }).end(JSON.stringify(problem))
}
