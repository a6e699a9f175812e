import { getBearerToken, type HttpRequest } from '../../core/http/request.ts'
import { HttpError, type HttpResponse } from '../../core/http/responses.ts'
import type { Route } from '../../core/http/router.ts'
import { authenticate } from '../api/authenticate.ts'
import { ERRORS } from '../api/errors.ts'
import { createFail } from '../api/guard.ts'
import { odataContext } from '../api/odata-context.ts'
import { errorResponse, graphResponse } from '../api/responses.ts'
import type { MicrosoftState } from '../state.ts'
import { type FoundItem, findDrive, findItem } from './access.ts'
import { type DriveAddress, parseAddress } from './address.ts'
import { type DriveCall, failDrive } from './call.ts'
import { copyItem, getMonitor } from './copy.ts'
import type { Access, Drive } from './item.ts'
import { toDriveJson, toItemJson } from './item-json.ts'
import { download, getContent, listChildren, respondItem } from './read.ts'
import { findShared } from './shares.ts'
import { findChild, fingerprint } from './store.ts'
import { createUploadSession, handleUpload } from './upload-session.ts'
import { createFolder, createLink, deleteItem, type Place, putContent, updateItem } from './write.ts'

interface Operation {
  access: Access
  /** Whether the last name of the path may not exist yet. */
  mayBeNew?: boolean
  /** The system query options. */
  options?: readonly string[]
  handle(call: DriveCall, place: Place): HttpResponse
}

/** By method and action. */
const OPERATIONS: Readonly<Record<string, Operation>> = {
  'GET ': { access: 'read', options: ['$select'], handle: (call, found) => respondItem(call, found) },
  'GET content': { access: 'read', handle: getContent },
  'GET children': { access: 'read', options: ['$select', '$top', '$skiptoken'], handle: listChildren },
  'POST children': { access: 'write', handle: createFolder },
  'PUT content': { access: 'write', mayBeNew: true, handle: putContent },
  'PATCH ': { access: 'write', handle: updateItem },
  'DELETE ': { access: 'write', handle: deleteItem },
  'POST copy': { access: 'read', handle: copyItem },
  'POST createLink': { access: 'write', handle: createLink },
  'POST createUploadSession': { access: 'write', mayBeNew: true, handle: createUploadSession },
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const PATTERNS = ['/v1.0/me/drive', '/v1.0/me/drive/**', '/v1.0/drives/**', '/v1.0/shares/**']

/** Routes of OneDrive, and of the addresses that it returns. */
export function driveRoutes(microsoft: MicrosoftState): Route[] {
  const handle = (request: HttpRequest) => handleCall(microsoft, request)
  const graph = METHODS.flatMap((method) =>
    PATTERNS.map((pattern): Route => ({ method, pattern, api: 'drive', handle })),
  )
  const withoutToken = (method: string, pattern: string, name: string, run: typeof download): Route => {
    const logged = (request: HttpRequest) => runWithoutToken(microsoft, request, name, run)
    return { method, pattern, api: 'drive', handle: logged }
  }
  const monitor: typeof download = (state, request) => ({ response: getMonitor(state, request), items: [] })
  const upload = '/_api/v2.0/drive/items/:id/uploadSession'
  return [
    ...graph,
    withoutToken('GET', '/_layouts/15/download.aspx', 'download', download),
    withoutToken('GET', '/_api/v2.0/monitor/:id', 'monitor', monitor),
    ...['PUT', 'GET', 'DELETE'].map((method) => withoutToken(method, upload, 'upload', handleUpload)),
  ]
}

/** Runs one of the addresses that take no token, and logs whether it was sent one. */
function runWithoutToken(
  microsoft: MicrosoftState,
  request: HttpRequest,
  method: string,
  run: typeof download,
): HttpResponse {
  const { response, items } = catchError(() => run(microsoft, request))
  log(microsoft, request, { method, status: response.status, items })
  return response
}

function catchError(run: () => { response: HttpResponse; items: string[] }): {
  response: HttpResponse
  items: string[]
} {
  try {
    return run()
  } catch (error) {
    if (error instanceof HttpError) return { response: error.response, items: [] }
    throw error
  }
}

function log(
  { drives, clock }: MicrosoftState,
  request: HttpRequest,
  entry: { method: string; status: number; items: readonly string[]; account?: string; scopes?: readonly string[] },
): void {
  const token = getBearerToken(request)
  drives.calls.push({
    account: undefined,
    scopes: [],
    ...entry,
    time: clock.now(),
    token: token === undefined ? undefined : fingerprint(token),
    prefer: request.headers.prefer,
  })
}

function handleCall(microsoft: MicrosoftState, request: HttpRequest): HttpResponse {
  const fail = createFail(microsoft, request)
  const { grant, scopes } = authenticate(microsoft, request, fail)
  const account = microsoft.account(grant.account)
  const call: DriveCall = { microsoft, request, account, scopes, reached: new Set() }
  const address = parseAddress(request.url.pathname.slice('/v1.0'.length))
  const { response } = catchError(() => {
    if (account.deleted) fail('Request_ResourceNotFound')
    throttle(call)
    return { response: dispatch(call, address), items: [] }
  })
  const base = address?.base.kind === 'share' ? 'shares' : address?.item ? 'items' : 'drives'
  const verb = request.method.toLowerCase()
  const method = `${base}.${[verb, address?.action].filter((word) => word).join('-')}`
  log(microsoft, request, { method, account: account.email, scopes, status: response.status, items: [...call.reached] })
  return response
}

function throttle({ microsoft, account, request }: DriveCall): void {
  const { drives, clock, quotaNow } = microsoft
  const spending = drives.quota.spend(account.email, 1)
  request.units += 1
  if (spending.spent) return
  const seconds = Math.max(1, Math.ceil((spending.retryAt - quotaNow()) / 1000))
  const error = { ...ERRORS.activityLimitReached, headers: { 'retry-after': String(seconds) } }
  throw new HttpError(errorResponse(error, request, clock.now()))
}

function dispatch(call: DriveCall, address: DriveAddress | undefined): HttpResponse {
  const { request, microsoft } = call
  if (!address) return failDrive(call, 'invalidRequest', 'The URL is malformed.')
  const { base, item } = address
  if (base.kind !== 'share' && !item) {
    if (request.method !== 'GET') return createFail(microsoft, request)('methodNotAllowed')
    const drive = requireDrive(call, base)
    findItem(call, drive, drive.rootId)
    return graphResponse(toDriveJson(microsoft, drive), request)
  }
  if (!item) return respondShare(call, findShared(call, base.kind === 'share' ? base.token : '', 'read'))
  const operation = OPERATIONS[`${request.method} ${address.action}`]
  if (!operation) return createFail(microsoft, request)('methodNotAllowed')
  checkOptions(call, operation)
  return operation.handle(call, findPlace(call, address, operation))
}

/** The share itself, not the item that it leads to. */
function respondShare({ request, microsoft }: DriveCall, { drive, item }: FoundItem): HttpResponse {
  const id = request.url.pathname.split('/').at(-1)
  const owner = toItemJson({ microsoft, request }, drive, item).createdBy
  return graphResponse({ ...odataContext('shares/$entity'), id, name: item.name, owner }, request)
}

/** The sandbox refuses the options that it does not evaluate. */
function checkOptions(call: DriveCall, { options = [] }: Operation): void {
  const names = [...call.request.url.searchParams.keys()].filter((name) => name.startsWith('$'))
  const unknown = names.find((name) => !options.includes(name))
  if (unknown !== undefined) failDrive(call, 'invalidRequest', `'${unknown}' is not supported by the service.`)
}

function requireDrive(call: DriveCall, base: DriveAddress['base']): Drive {
  if (base.kind === 'drive') return findDrive(call, base.id)
  return (
    call.microsoft.drives.driveOf(call.account.email) ?? failDrive(call, 'itemNotFound', "User's mysite not found.")
  )
}

/** Follows the path. A last name that does not exist is allowed where something new may be made. */
function findPlace(call: DriveCall, { base, item, path }: DriveAddress, operation: Operation): Place {
  const start = findStart(call, base, item, operation.access)
  const place: Place = { ...start }
  for (const [index, name] of path.entries()) {
    const child = findChild(place.drive, place.item.id, name)
    if (child) {
      place.item = child
      continue
    }
    const isLast = index === path.length - 1
    if (!isLast || !operation.mayBeNew || place.item.content.kind !== 'folder') return failDrive(call, 'itemNotFound')
    place.name = name
  }
  if (place.name === undefined && path.length > 0) {
    call.reached.delete(`${start.drive.id}/${start.item.id}`)
    call.reached.add(`${place.drive.id}/${place.item.id}`)
    // A path that names a file which exists is a place for a new one, too: `conflictBehavior` decides.
    const parent = operation.mayBeNew && place.item.parentId !== undefined && place.drive.items.get(place.item.parentId)
    if (parent) return { ...place, item: parent, name: place.item.name }
  }
  return place
}

function findStart(call: DriveCall, base: DriveAddress['base'], item: DriveAddress['item'], access: Access): FoundItem {
  if (base.kind === 'share') {
    if (item?.kind === 'id') return failDrive(call, 'invalidRequest')
    return findShared(call, base.token, access)
  }
  const drive = requireDrive(call, base)
  return findItem(call, drive, item?.kind === 'id' ? item.id : drive.rootId, access)
}
