import type { HttpResponse } from '../../core/http/responses.ts'
import { findFile, requireRole } from './access.ts'
import { convertUpload } from './conversion.ts'
import { checkStorage, type FileMetadata, saveFile } from './create.ts'
import { failInvalid } from './failures.ts'
import { type Content, MIME } from './file.ts'
import { respondFile } from './get.ts'
import type { DriveCallContext } from './route.ts'

/** Creates a file, or replaces the content of the file in the path. A Google type in the metadata converts the upload. */
export function saveUpload(
  call: DriveCallContext,
  metadata: FileMetadata,
  mediaType: string,
  bytes: Buffer,
): HttpResponse {
  const { request, google, account } = call
  const type = mediaType.split(';')[0]?.trim().toLowerCase() ?? ''
  const { fileId } = request.params
  if (fileId === undefined) {
    const mimeType = metadata.mimeType ?? type
    return respondFile(call, saveFile(call, { ...metadata, mimeType }, toContent(call, mimeType, type, bytes)))
  }
  const found = findFile(call, fileId)
  requireRole(call, found, 'writer')
  const { file } = found
  const content = toContent(call, file.mimeType, type, bytes)
  checkStorage(call, content)
  Object.assign(file, {
    content,
    name: metadata.name ?? file.name,
    modifiedAt: google.clock.now(),
    version: file.version + 1,
  })
  file.lastModifyingUser = account.email
  return respondFile(call, found)
}

const GOOGLE_TYPES: readonly string[] = [MIME.document, MIME.spreadsheet, MIME.presentation, MIME.folder, MIME.shortcut]

function toContent({ request }: DriveCallContext, mimeType: string, type: string, bytes: Buffer): Content {
  if (!GOOGLE_TYPES.includes(mimeType)) return { kind: 'bytes', bytes }
  const content = convertUpload(bytes, type, mimeType)
  return content ?? failInvalid(request, 'Bad Request', { reason: 'badRequest' })
}
