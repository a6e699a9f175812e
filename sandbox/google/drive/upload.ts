import type { HttpResponse } from '../../core/http/responses.ts'
import { parseMetadata } from './create.ts'
import { failInvalid } from './failures.ts'
import { parseMultipart } from './multipart.ts'
import { startUpload } from './resumable-upload.ts'
import type { DriveCallContext } from './route.ts'
import { saveUpload } from './save-upload.ts'

const MAX_SIMPLE_UPLOAD_BYTES = 5 * 2 ** 20

/** POST and PATCH below /upload/drive/v3/files, by `uploadType` (https://developers.google.com/workspace/drive/api/guides/manage-uploads). */
export function uploadFile(call: DriveCallContext): HttpResponse {
  const { request } = call
  const type = request.headers['content-type'] ?? ''
  switch (request.url.searchParams.get('uploadType')) {
    case 'media':
      checkSize(call, request.body)
      return saveUpload(call, {}, type || 'application/octet-stream', request.body)
    case 'multipart':
      return uploadMultipart(call, type)
    case 'resumable':
      return startUpload(call)
    default:
      return failInvalid(request, "Uploads require an 'uploadType' of media, multipart or resumable.", {
        location: 'uploadType',
      })
  }
}

/** Two parts: metadata as JSON, and the content with its type. */
function uploadMultipart(call: DriveCallContext, type: string): HttpResponse {
  const { request } = call
  const reason = { reason: 'badContent' }
  if (!/^multipart\/related\b/i.test(type)) {
    return failInvalid(request, 'Media type is not supported. The upload must be multipart/related.', reason)
  }
  const parts = parseMultipart(request.body, type)
  if (!parts) return failInvalid(request, 'Missing end boundary in multipart body.', reason)
  const [metadata, media] = parts
  if (!metadata || !media || parts.length !== 2) {
    return failInvalid(request, 'Malformed multipart body: it must have exactly two parts.', reason)
  }
  if (!/^application\/json\b/i.test(metadata.headers['content-type'] ?? '')) {
    return failInvalid(request, 'The first part must have the content type application/json.', reason)
  }
  const mediaType = media.headers['content-type']
  if (mediaType === undefined) return failInvalid(request, 'The second part must have a content type.', reason)
  const encoding = media.headers['content-transfer-encoding']?.toLowerCase()
  const bytes = encoding === 'base64' ? Buffer.from(media.body.toString('latin1'), 'base64') : media.body
  checkSize(call, bytes)
  return saveUpload(call, parseMetadata(request, metadata.body.toString('utf8')), mediaType, bytes)
}

/** Simple uploads are for files of 5 MB or less. */
function checkSize({ request }: DriveCallContext, bytes: Buffer): void {
  if (bytes.length <= MAX_SIMPLE_UPLOAD_BYTES) return
  failInvalid(request, 'The upload is too large for this type of upload. Use a resumable upload.', {
    reason: 'uploadTooLarge',
  })
}
