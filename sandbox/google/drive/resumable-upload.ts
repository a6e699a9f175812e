import { randomUUID } from 'node:crypto'
import type { HttpRequest } from '../../core/http/request.ts'
import { empty, type HttpResponse } from '../../core/http/responses.ts'
import type { Route } from '../../core/http/router.ts'
import type { GoogleState } from '../state.ts'
import { parseMetadata } from './create.ts'
import { fail, failInvalid } from './failures.ts'
import type { DriveCallContext } from './route.ts'
import { saveUpload } from './save-upload.ts'
import { fingerprint, type UploadSession } from './store.ts'

/** Parts other than the last must be a multiple of it. */
const PART_BYTES = 256 * 1024

/** Starts a session, whose address is in the Location header. */
export function startUpload(call: DriveCallContext): HttpResponse {
  const { request, google } = call
  const type = request.headers['content-type']
  if (type !== undefined && !/^application\/json\b/i.test(type)) {
    return failInvalid(request, 'The metadata must be application/json.', { reason: 'badContent' })
  }
  const metadata = parseMetadata(request)
  const mediaType = request.headers['x-upload-content-type'] ?? metadata.mimeType ?? 'application/octet-stream'
  const id = randomUUID()
  const finish = (bytes: Buffer) => finishUpload(call, (context) => saveUpload(context, metadata, mediaType, bytes))
  google.drive.uploads.set(id, { bytes: Buffer.of(), finish })
  const url = new URL(request.url)
  url.searchParams.set('upload_id', id)
  return { status: 200, headers: { location: url.href, 'x-guploader-uploadid': id }, body: '' }
}

/** PUT to the address of a session. */
export function createUploadRoutes(google: GoogleState): Route[] {
  const handle = (request: HttpRequest) => receivePart(google, request)
  return ['/upload/drive/v3/files', '/upload/drive/v3/files/:fileId'].map((pattern) => ({
    method: 'PUT',
    pattern,
    api: 'drive',
    handle,
  }))
}

/** https://developers.google.com/workspace/drive/api/guides/manage-uploads#resumable */
function receivePart(google: GoogleState, request: HttpRequest): HttpResponse {
  const id = request.url.searchParams.get('upload_id') ?? ''
  const session = google.drive.uploads.get(id)
  if (!session) return fail(request, 'notFound', { message: 'Upload session not found.' })
  const range = request.headers['content-range'] ?? `bytes 0-${request.body.length - 1}/${request.body.length}`
  const query = /^bytes \*\/(\d+|\*)$/.exec(range)
  if (query) return incomplete(session)
  const match = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(range)
  const [start, end] = [Number(match?.[1]), Number(match?.[2])]
  const isPart = match && end - start + 1 === request.body.length && start === session.bytes.length
  if (!isPart) return failInvalid(request, 'Failed to parse Content-Range header.', { location: 'Content-Range' })
  const isLast = match[3] !== '*' && end + 1 === Number(match[3])
  if (!isLast && request.body.length % PART_BYTES !== 0) {
    return failInvalid(request, 'Invalid request. There were parts whose size is not a multiple of 262144 bytes.')
  }
  session.bytes = Buffer.concat([session.bytes, request.body])
  if (!isLast) return incomplete(session)
  google.drive.uploads.delete(id)
  return session.finish(session.bytes)
}

/** Saves the file and adds a call with it to the log. */
function finishUpload(call: DriveCallContext, save: (context: DriveCallContext) => HttpResponse): HttpResponse {
  const { google, account, access, method } = call
  const files: string[] = []
  const response = save({ ...call, touch: (fileId) => files.push(fileId) })
  google.drive.calls.push({
    time: google.clock.now(),
    method: `${method.name}.content`,
    account: account.email,
    clientId: access.grant.client.id,
    scopes: access.scopes,
    token: fingerprint(access.token),
    status: response.status,
    files,
  })
  return response
}

function incomplete({ bytes }: UploadSession): HttpResponse {
  const response = empty(308)
  return bytes.length === 0 ? response : { ...response, headers: { range: `bytes=0-${bytes.length - 1}` } }
}
