import type { Middleware } from 'koa'
import type { Upgrade } from '../src/runtime/http-server.ts'
import type { Role } from './config.ts'
import { graph, hello, metrics, ready, registration, schema } from './handlers.ts'
import {
  bucketChecks,
  databaseClock,
  definitions,
  graphFeed,
  inFlightWrites,
  issuerCheck,
  type JobDeps,
  keyChecks,
  misdatedSyncs,
  outstandingShares,
  pagesOfTheWeb,
  type RunningJob,
  recommending,
  reEncrypting,
  registeredProcess,
  sweeping,
  syncWorker,
} from './jobs.ts'
import type { AppDeps, Services } from './services.ts'

/**
 * Who may call a route: anyone (open), providers and operators with the platform key (key), or people with an access
 * token of the issuer (token), which the graph's endpoint checks itself.
 */
export type Access = 'open' | 'key' | 'token'

export interface Route {
  method: 'get' | 'post' | 'all'
  path: string
  access: Access
  roles: readonly Role[]
  handler: (deps: AppDeps) => Middleware
}

/** A path on which a request may become a WebSocket. */
export interface Socket {
  path: string
  access: Access
  roles: readonly Role[]
  upgrade: (services: Services) => Upgrade | undefined
}

/** Background work. It is started in the processes of its roles and stopped in every process. */
export interface Job {
  name: string
  roles: readonly Role[]
  create: (deps: JobDeps) => RunningJob
}

const ANY: readonly Role[] = ['all', 'api', 'worker']
const API: readonly Role[] = ['all', 'api']
const WORKER: readonly Role[] = ['all', 'worker']

/** THE OVERVIEW: everything a process of the platform serves and does, by its ROLE. */
// biome-ignore format: a table is read by its columns
export const ROUTES: readonly Route[] = [
  //    method  path                                access   roles  handler
  route('get',  '/api/v1/hello',                    'open',  ANY,   hello),
  route('get',  '/api/v1/ready',                    'open',  ANY,   ready),
  route('get',  '/metrics',                         'key',   ANY,   metrics),
  // Providers have been given each of these three paths at some time.
  route('post', '/api/v1/connections/registration', 'key',   API,   registration),
  route('post', '/api/v1/provider/registration',    'key',   API,   registration),
  route('post', '/',                                'key',   API,   registration),
  route('all',  '/api/v1/graph',                    'token', API,   graph),
  route('get',  '/schema.graphql',                  'open',  API,   schema),
]

// biome-ignore format: a table is read by its columns
export const SOCKETS: readonly Socket[] = [
  //     path                access   roles  upgrade
  socket('/api/v1/graph',    'token', API,   (services) => services.graph?.upgrade),
  socket('/api/v1/graph/ws', 'token', API,   (services) => services.graph?.upgrade),
]

// biome-ignore format: a table is read by its columns
export const JOBS: readonly Job[] = [
  //  name                                      roles   create
  job('follow the clock of the database',       ANY,    databaseClock),
  job('be known to the other processes',         ANY,    registeredProcess),
  job('tell which buckets do not respond',       ANY,    bucketChecks),
  job('bring forward what a wrong clock put off', WORKER, misdatedSyncs),
  job('read the definitions of the providers',  ANY,    definitions),
  job('tell whether the issuer can be reached',  API,    issuerCheck),
  job('check the key that providers share',     ANY,    keyChecks),
  job('run the syncs that are due',             WORKER, syncWorker),
  job('fetch pages and news of the open web',    WORKER, pagesOfTheWeb),
  job('recommend what to do next',              WORKER, recommending),
  job('encrypt credentials with the newest key', WORKER, reEncrypting),
  job('grant what was shared with new people', WORKER, outstandingShares),
  job('delete what has expired, once an hour',  WORKER, sweeping),
  job('finish the writes that are in flight',   ANY,    inFlightWrites),
  job('push changes to open sockets',           API,    graphFeed),
]

function route(
  method: Route['method'],
  path: string,
  access: Access,
  roles: readonly Role[],
  handler: Route['handler'],
): Route {
  return { method, path, access, roles, handler }
}

function socket(path: string, access: Access, roles: readonly Role[], upgrade: Socket['upgrade']): Socket {
  return { path, access, roles, upgrade }
}

function job(name: string, roles: readonly Role[], create: Job['create']): Job {
  return { name, roles, create }
}
