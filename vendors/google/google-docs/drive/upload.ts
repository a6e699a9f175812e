import { Readable } from 'node:stream'
import { type Creation, makeOnce } from '../../../../src/kit/documents/creation.ts'
import { mayExist } from '../../../../src/kit/documents/problems.ts'
import { ValidationError } from '../../../../src/kit/errors.ts'
import { VendorError } from '../../../../src/kit/vendor-errors.ts'
import { omitUndefined } from '../../../../src/runtime/omit.ts'
import { type FileAddress, toResourceKeyHeader } from './address.ts'
import { CONTENT_TIMEOUT_MS, type Drive, UNITS } from './files.ts'

/** A file to make. `mimeType` differs from that of the content if Drive is to convert it. */
export interface NewFile {
  name: string
  mimeType: string
  content: { mimeType: string; bytes: Buffer }
  folder?: FileAddress | undefined
}

export interface MadeFile {
  id: string
  webViewLink: string | undefined
}

/**
 * Uploads a file once. Throws ValidationError if Drive refuses its folder, and an error that names the file if it is
 * unknown whether it was made. https://developers.google.com/workspace/drive/api/guides/manage-uploads#multipart
 */
export async function uploadFile(drive: Drive, file: NewFile): Promise<MadeFile> {
  const creation: Creation = { vendor: 'Google Drive', name: file.name }
  try {
    const { id, webViewLink } = await makeOnce(creation, (begin) => send(drive, file, begin))
    if (!id) throw mayExist(file.name, creation.vendor)
    return { id, webViewLink: webViewLink ?? undefined }
  } catch (error) {
    throw file.folder && isFolderRefused(error) ? folderError(error) : error
  }
}

function send(drive: Drive, { name, mimeType, content, folder }: NewFile, begin: () => void) {
  const requestBody = omitUndefined({ name, mimeType, parents: folder && [folder.id] })
  return drive(
    UNITS,
    (google, options) => {
      // A stream, because the library would send bytes as text. It can be read only once.
      const media = { mimeType: content.mimeType, body: Readable.from([content.bytes]) }
      const parameters = { requestBody, media, supportsAllDrives: true, fields: 'id,webViewLink' }
      begin()
      return google.files.create(parameters, { ...options, ...toResourceKeyHeader(folder) })
    },
    { retryable: 'refused', timeoutMs: CONTENT_TIMEOUT_MS },
  )
}

/** A folder that is hidden from the application does not exist for it. */
function isFolderRefused(error: unknown): boolean {
  return error instanceof VendorError && (error.class === 'not-found' || error.concernsItem)
}

function folderError(cause: unknown): ValidationError {
  const detail =
    'is not a folder that this application may put files into. It reaches folders that it made, and those that the ' +
    'user who runs the function has opened with it. Leave it empty to use My Drive.'
  return ValidationError.at('#/configuration/folder', detail, cause)
}

/** Moves a file to the trash. */
export function trashFile(drive: Drive, fileId: string): Promise<object> {
  const parameters = { fileId, supportsAllDrives: true, fields: 'id', requestBody: { trashed: true } }
  return drive(UNITS, (google, options) => google.files.update(parameters, options))
}
