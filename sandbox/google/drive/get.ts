import { type HttpResponse, json } from '../../core/http/responses.ts'
import { API_HEADERS } from '../api/responses.ts'
import { type FoundFile, findFile, mayDownload } from './access.ts'
import { fail, failInvalid } from './failures.ts'
import { selectFileFields } from './file-fields.ts'
import { sizeOf, toFileJson } from './file-json.ts'
import { type DriveCallContext, respondJson } from './route.ts'

/** GET /drive/v3/files/{id}: the metadata, or the bytes with `alt=media`. */
export function getFile(call: DriveCallContext): HttpResponse {
  const { request } = call
  const found = findFile(call, request.params.fileId ?? '')
  const alt = request.url.searchParams.get('alt') ?? 'json'
  if (alt === 'json') return respondFile(call, found)
  if (alt !== 'media')
    return failInvalid(request, `Invalid value '${alt}'`, { reason: 'invalidParameter', location: 'alt' })
  const { content, mimeType } = found.file
  if (content.kind !== 'bytes') return fail(request, 'fileNotDownloadable')
  if (!mayDownload(found)) return fail(request, 'cannotDownloadFile')
  return { status: 200, headers: { ...API_HEADERS, 'content-type': mimeType }, body: content.bytes }
}

export function respondFile(call: DriveCallContext, found: FoundFile): HttpResponse {
  return json(selectFileFields(call.request, toFileJson(call, found)), 200, { ...API_HEADERS })
}

/** GET /drive/v3/about, which requires `fields`. */
export function getAbout(call: DriveCallContext): HttpResponse {
  const { request, google, account } = call
  if (!request.url.searchParams.get('fields')) {
    const message = "The 'fields' parameter is required for this method."
    return failInvalid(request, message, { reason: 'required', location: 'fields' })
  }
  const usage = storageOf(call)
  return respondJson(call, {
    kind: 'drive#about',
    user: { kind: 'drive#user', displayName: account.name, me: true, emailAddress: account.email },
    storageQuota: {
      limit: String(google.settings.driveStorageBytes),
      usage: String(usage),
      usageInDrive: String(usage),
    },
    canCreateDrives: true,
  })
}

/** The storage that the account's files take, those in the trash included. */
export function storageOf({ google, account }: DriveCallContext): number {
  const own = [...google.drive.files.values()].filter(({ owner }) => owner === account.email)
  return own.reduce((sum, file) => sum + sizeOf(file), 0)
}
