import { randomUUID } from 'node:crypto'
import type { HttpRequest } from '../../core/http/request.ts'
import { empty, type HttpResponse, json } from '../../core/http/responses.ts'
import { odataContext } from '../api/odata-context.ts'
import { graphResponse } from '../api/responses.ts'
import type { MicrosoftState } from '../state.ts'
import { toTokenlessUrl } from './addresses.ts'
import { type DriveCall, failDrive } from './call.ts'
import { checkName, parseBehavior, resolveName } from './names.ts'
import { respondItem } from './read.ts'
import type { UploadState } from './upload-state.ts'
import { CONFLICT, type Place, parseBody, requireStorage, requireUnchanged, saveContent } from './write.ts'

/** Ranges other than the last must be a multiple of it. */
const RANGE_BYTES = 320 * 1024
const MAX_RANGE_BYTES = 60 * 2 ** 20

/** POST …/createUploadSession (https://learn.microsoft.com/graph/api/driveitem-createuploadsession) */
export function createUploadSession(call: DriveCall, place: Place): HttpResponse {
  const { microsoft, account } = call
  const { item = {} } = parseBody(call)
  const properties = item as Record<string, unknown>
  const unknown = Object.keys(properties).find(
    (name) => ![CONFLICT, 'name', 'description', 'fileSize', 'fileSystemInfo', '@odata.type'].includes(name),
  )
  if (unknown !== undefined)
    return failDrive(
      call,
      'invalidRequest',
      `The property '${unknown}' does not exist on type 'driveItemUploadableProperties'.`,
    )
  const name = place.name === undefined ? undefined : (properties.name ?? place.name)
  if (name !== undefined) checkName(call, name)
  const behavior = parseBehavior(call, properties[CONFLICT], 'fail')
  if (name === undefined) requireUnchanged(call, place.item)
  requireStorage(call, place.drive, Number(properties.fileSize ?? 0))
  const id = randomUUID()
  const state: UploadState = {
    account: account.email,
    expiresAt: microsoft.clock.now() + microsoft.settings.uploadLifetimeMs,
    total: undefined,
    bytes: Buffer.of(),
    finish(bytes, request) {
      const finishing: DriveCall = { ...call, request, reached: new Set() }
      if (name !== undefined) resolveName(finishing, place.drive, place.item, name, behavior)
      const target: Place = name === undefined ? place : { ...place, name }
      const saved = saveContent(finishing, target, bytes, behavior)
      const response = respondItem(finishing, { ...place, item: saved.item }, saved.isNew ? 201 : 200)
      return { response, items: [...finishing.reached] }
    },
  }
  microsoft.drives.uploads.set(id, state)
  const tempauth = microsoft.drives.tickets.encode({ kind: 'upload', id })
  const uploadUrl = toTokenlessUrl(
    call,
    `/_api/v2.0/drive/items/${place.item.id}/uploadSession?guid=${id}&tempauth=${tempauth}`,
  )
  return graphResponse(
    { ...odataContext('microsoft.graph.uploadSession'), uploadUrl, ...progressOf(state) },
    call.request,
  )
}

function progressOf({ expiresAt, bytes }: UploadState): { expirationDateTime: string; nextExpectedRanges: string[] } {
  return { expirationDateTime: new Date(expiresAt).toISOString(), nextExpectedRanges: [`${bytes.length}-`] }
}

/** PUT, GET and DELETE of the address of a session, which takes no token. */
export function handleUpload(
  microsoft: MicrosoftState,
  request: HttpRequest,
): { response: HttpResponse; items: string[] } {
  const target = { microsoft, request }
  if (request.headers.authorization !== undefined) return failDrive(target, 'uploadUnauthenticated')
  const { drives, clock } = microsoft
  const ticket = drives.tickets.decode(request.url.searchParams.get('tempauth') ?? '') as { id?: string } | undefined
  const id = request.url.searchParams.get('guid') ?? ''
  const state = drives.uploads.get(id)
  if (!state || ticket?.id !== id || state.expiresAt <= clock.now()) {
    return failDrive(target, 'itemNotFound', 'The upload session was not found')
  }
  if (request.method === 'DELETE') {
    drives.uploads.delete(id)
    return { response: empty(), items: [] }
  }
  if (request.method === 'GET') return { response: json(progressOf(state)), items: [] }
  const isLast = receive(target, state)
  if (!isLast) return { response: json(progressOf(state), 202), items: [] }
  // The session remains if the file cannot be saved, and expires.
  const finished = state.finish(state.bytes, request)
  drives.uploads.delete(id)
  return finished
}

/** Adds a range, and returns whether it is the last. */
function receive(target: { microsoft: MicrosoftState; request: HttpRequest }, state: UploadState): boolean {
  const { body, headers } = target.request
  const match = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers['content-range'] ?? '')
  if (!match) return failDrive(target, 'invalidRequest', 'Invalid Content-Range header value')
  const [start, end, total] = match.slice(1).map(Number) as [number, number, number]
  if (end - start + 1 !== body.length || end >= total || (state.total !== undefined && total !== state.total)) {
    return failDrive(
      target,
      'invalidRequest',
      'The Content-Range header length does not match the provided number of bytes.',
    )
  }
  if (body.length >= MAX_RANGE_BYTES) return failDrive(target, 'invalidRequest', 'The range is too large.')
  const hasAll = state.total !== undefined && state.bytes.length === state.total
  if (start !== state.bytes.length && !(hasAll && end + 1 === total)) return failDrive(target, 'invalidRange')
  const isLast = end + 1 === total
  if (!isLast && body.length % RANGE_BYTES !== 0) {
    return failDrive(target, 'invalidRequest', 'The size of a range must be a multiple of 327680 bytes.')
  }
  state.total = total
  // The last range may be sent again when the file could not be saved.
  if (!hasAll) state.bytes = Buffer.concat([state.bytes, body])
  return isLast
}
