import type { HttpRequest } from '../../core/http/request.ts'
import { HttpError, type HttpResponse } from '../../core/http/responses.ts'
import type { Route } from '../../core/http/router.ts'
import { authenticate } from '../api/authenticate.ts'
import { ERRORS } from '../api/errors.ts'
import { createFail } from '../api/guard.ts'
import { odataContext } from '../api/odata-context.ts'
import { errorResponse, graphResponse } from '../api/responses.ts'
import type { MicrosoftState } from '../state.ts'
import { type FoundItem, findItem } from './access.ts'
import { type DriveAddress, parseAddress } from './address.ts'
import { type DriveCall, failDrive } from './call.ts'
import { copyItem } from './copy.ts'
import type { Access } from './item.ts'
import { toDriveJson, toItemJson } from './item-json.ts'
import { catchError, logCall } from './log.ts'
import { findPlace, requireDrive } from './place.ts'
import { getContent, listChildren, respondItem } from './read.ts'
import { findShared } from './shares.ts'
import { tokenlessRoutes } from './tokenless-routes.ts'
import { createUploadSession } from './upload-session.ts'
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
  return [...graph, ...tokenlessRoutes(microsoft)]
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
  logCall(microsoft, request, {
    method,
    account: account.email,
    scopes,
    status: response.status,
    items: [...call.reached],
  })
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
