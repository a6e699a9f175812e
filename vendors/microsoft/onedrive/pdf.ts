import type { DriveItem } from '@microsoft/microsoft-graph-types'
import { CredentialsExpiredError, ProviderError } from '../../../src/kit/errors.ts'
import type { FilesClient } from './client.ts'
import { requireIds } from './items.ts'
import { itemLocation, pathOf } from './locations.ts'
import { type NewFile, uploadFile } from './upload.ts'

const PDF = 'application/pdf'
const MAX_PDF_BYTES = 60 * 1024 * 1024

/**
 * Makes the PDF of a document beside it. Undefined, with a warning in the log, if that fails: the document exists, and an
 * error would have it made again. https://learn.microsoft.com/graph/api/driveitem-get-content-format
 */
export async function makePdf(
  client: FilesClient,
  document: DriveItem,
  folder: NewFile['folder'],
): Promise<DriveItem | undefined> {
  try {
    const { driveId, itemId } = requireIds(document)
    const path = pathOf(itemLocation(driveId, itemId), ['content'], { format: 'pdf' })
    const bytes = await client.getContent(path, {}, MAX_PDF_BYTES)
    const name = `${(document.name ?? '').replace(/\.docx$/i, '')}.pdf`
    return await uploadFile(client, { folder, name, type: PDF, bytes })
  } catch (error) {
    if (!(error instanceof ProviderError) || error instanceof CredentialsExpiredError) {
      client.call.log.error({ err: error }, 'the PDF of a new document could not be made')
    } else client.call.log.warn({ err: error }, 'the PDF of a new document could not be made')
    return undefined
  }
}
