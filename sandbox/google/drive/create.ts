import { type HttpRequest, parseJson } from '../../core/http/request.ts'
import { empty, type HttpResponse } from '../../core/http/responses.ts'
import { findFile, mayAddTo, mayDownload, requireRole, roleOf } from './access.ts'
import { convertUpload } from './conversion.ts'
import { fail, failInvalid, failNotFound } from './failures.ts'
import { type Content, type DriveFile, hasRole, MIME } from './file.ts'
import { respondFile, storageOf } from './get.ts'
import { addFile } from './new-file.ts'
import type { DriveCallContext } from './route.ts'

/** The writable fields of a file that the sandbox evaluates. Others are accepted and ignored, as by Drive. */
export interface FileMetadata {
  name?: string
  mimeType?: string
  parents?: string[]
  description?: string
  trashed?: boolean
}

/** Parses a JSON object, which may be empty. Fails with 400 parseError. */
export function parseMetadata(request: HttpRequest, text = request.body.toString('utf8')): FileMetadata {
  let body: unknown
  try {
    body = text.trim() === '' ? {} : JSON.parse(text)
  } catch {
    return failInvalid(request, 'Parse Error', { reason: 'parseError' })
  }
  const { name, mimeType, parents, trashed } = body as FileMetadata
  const isValid =
    typeof body === 'object' &&
    !Array.isArray(body) &&
    [name, mimeType].every((value) => value === undefined || typeof value === 'string') &&
    (parents === undefined || (Array.isArray(parents) && parents.every((id) => typeof id === 'string'))) &&
    (trashed === undefined || typeof trashed === 'boolean')
  if (!isValid) failInvalid(request, 'Invalid JSON payload received.', { reason: 'parseError' })
  return body as FileMetadata
}

/** POST /drive/v3/files: a folder, or an empty file. */
export function createFile(call: DriveCallContext): HttpResponse {
  const { request } = call
  if (!/^application\/json\b/.test(request.headers['content-type'] ?? 'application/json')) {
    return failInvalid(request, 'Media type is not supported. Uploads go to /upload/drive/v3/files.', {
      reason: 'badContent',
    })
  }
  const metadata = parseMetadata(request)
  return respondFile(call, saveFile(call, metadata, emptyContent(metadata.mimeType)))
}

function emptyContent(mimeType: string | undefined): Content {
  if (mimeType === MIME.folder) return { kind: 'folder' }
  if (mimeType === MIME.document) return convertUpload(Buffer.of(), 'text/plain', MIME.document) as Content
  if (mimeType === MIME.spreadsheet) return convertUpload(Buffer.of(), 'text/csv', MIME.spreadsheet) as Content
  return { kind: 'bytes', bytes: Buffer.of() }
}

/** Adds a file of the user's to the folder that the metadata name, and lets the client reach it with drive.file. */
export function saveFile(call: DriveCallContext, metadata: FileMetadata, content: Content) {
  const { google, account, access } = call
  const { drive, clock } = google
  const parent = findParent(call, metadata.parents)
  if (parent.driveId === undefined) checkStorage(call, content)
  const { name = 'Untitled', mimeType = 'application/octet-stream' } = metadata
  const id = drive.createId()
  const driveId = parent.driveId === undefined ? {} : { driveId: parent.driveId }
  const base = { id, name, parents: [parent.id], authorizedClients: [access.grant.client.id], ...driveId }
  const file = addFile(drive, account.email, { ...base, bytes: Buffer.of(), mimeType }, clock.now())
  // The content was made before, and files never change their type.
  const saved = { ...file, content, mimeType: content.kind === 'bytes' ? mimeType : MIME[content.kind] }
  drive.files.set(id, saved)
  call.touch(id)
  return { file: saved, role: roleOf(google, account, saved).role ?? 'owner' }
}

/** Uploads of a shared drive count against the drive's owner, which is the company. */
export function checkStorage(call: DriveCallContext, content: Content): void {
  const { google, account, request } = call
  const bytes = content.kind === 'bytes' ? content.bytes.length : content.kind === 'folder' ? 0 : 1024
  const isFull = google.drive.fullAccounts.has(account.email)
  if (isFull || storageOf(call) + bytes > google.settings.driveStorageBytes) fail(request, 'storageQuotaExceeded')
}

/** The folder for a new file. Fails with 404 if user or client do not reach it, with 403 if it takes no files. */
function findParent(
  call: DriveCallContext,
  parents: readonly string[] = [],
): { id: string; driveId: string | undefined } {
  const { google, account, request } = call
  const root = google.drive.rootOf(account.email)
  const [id = root] = parents
  if (parents.length > 1) {
    const message = 'A file cannot have more than one parent folder.'
    return failInvalid(request, message, { reason: 'invalidMultipleParents', location: 'parents' })
  }
  if (id === root || id === 'root') return { id: root, driveId: undefined }
  const sharedDrive = google.drive.sharedDrives.get(id)
  if (sharedDrive) {
    const allDrives = request.url.searchParams.get('supportsAllDrives') === 'true'
    const role = sharedDrive.members.get(account.email)
    if (!allDrives || role === undefined) return failNotFound(request, id)
    if (!hasRole(role, 'writer')) return fail(request, 'insufficientFilePermissions')
    return { id, driveId: id }
  }
  const found = findFile(call, id)
  requireRole(call, found, 'writer')
  if (found.file.content.kind !== 'folder') {
    return failInvalid(request, 'The specified parent is not a folder.', { reason: 'parentNotAFolder' })
  }
  return { id, driveId: found.file.driveId }
}

/** POST /drive/v3/files/{id}/copy */
export function copyFile(call: DriveCallContext): HttpResponse {
  const { request, google } = call
  const found = findFile(call, request.params.fileId ?? '')
  const metadata = parseMetadata(request)
  const { file } = found
  if (file.content.kind === 'folder' || !mayDownload(found)) return fail(request, 'cannotCopyFile')
  // Without `parents` the copy is put beside the original if user and application may write there.
  const folder = file.parents.map((id) => google.drive.files.get(id)).find((parent) => parent !== undefined)
  const parents = metadata.parents ?? (folder && mayAddTo(call, folder) ? [folder.id] : [])
  const copy = { name: `Copy of ${file.name}`, mimeType: file.mimeType, ...metadata, parents }
  return respondFile(call, saveFile(call, { ...copy, mimeType: file.mimeType }, structuredClone(file.content)))
}

/** PATCH /drive/v3/files/{id}: name, description, trash and folder. */
export function updateFile(call: DriveCallContext): HttpResponse {
  const { request, google, account } = call
  const found = findFile(call, request.params.fileId ?? '')
  const { file, role } = found
  const { name, description, trashed, parents } = parseMetadata(request)
  if (parents) {
    const message =
      'The parents field is not directly writable in update requests. Use the addParents and removeParents parameters instead.'
    return fail(request, 'insufficientFilePermissions', { reason: 'fieldNotWritable', message })
  }
  if (trashed !== undefined && role !== 'owner') requireRole(call, found, 'fileOrganizer')
  requireRole(call, found, 'writer')
  moveFile(call, file)
  if (name !== undefined) file.name = name
  if (description !== undefined) file.description = description
  if (trashed !== undefined) file.trashed = trashed
  file.modifiedAt = google.clock.now()
  file.lastModifyingUser = account.email
  file.version += 1
  return respondFile(call, found)
}

function moveFile(call: DriveCallContext, file: DriveFile): void {
  const { searchParams } = call.request.url
  const list = (name: string) => (searchParams.get(name) ?? '').split(',').filter((id) => id !== '')
  const added = list('addParents')
  if (added.length === 0) return
  file.parents = [findParent(call, added).id]
}

/** DELETE /drive/v3/files/{id}: deletes it for good. */
export function deleteFile(call: DriveCallContext): HttpResponse {
  const found = findFile(call, call.request.params.fileId ?? '')
  if (found.role !== 'owner') requireRole(call, found, 'organizer')
  call.google.drive.files.delete(found.file.id)
  return empty()
}

/** Parses the JSON of a Docs or Sheets request. */
export function parseRequestBody(request: HttpRequest): Record<string, unknown> {
  try {
    const body = parseJson(request)
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Record<string, unknown>
  } catch {
    // Handled below.
  }
  return failInvalid(request, 'Invalid JSON payload received. Unexpected token.')
}
