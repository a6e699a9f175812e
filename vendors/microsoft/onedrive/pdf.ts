import type { DriveItem } from '@microsoft/microsoft-graph-types'
import { completeOrRemove } from '../../../src/kit/documents/creation.ts'
import { VendorError } from '../../../src/kit/vendor-errors.ts'
import type { FilesClient } from './client.ts'
import { requireIds } from './items.ts'
import { itemLocation, pathOf } from './locations.ts'
import { type NewFile, uploadFile } from './upload.ts'

const MAX_PDF_BYTES = 60 * 1024 * 1024

/**
 * Makes the PDF of a new document beside it. Undefined, with a warning in the log, if Microsoft does not convert it: then
 * the document is the result. If the PDF cannot be saved, the document is removed. Throws a ProviderError.
 */
export async function makePdf(
  client: FilesClient,
  document: DriveItem,
  folder: NewFile['folder'],
): Promise<DriveItem | undefined> {
  const { driveId, itemId } = requireIds(document)
  const location = itemLocation(driveId, itemId)
  const name = document.name ?? ''
  return completeOrRemove(
    client.call,
    { name, url: document.webUrl ?? undefined },
    async () => {
      const bytes = await convert(client, pathOf(location, ['content'], { format: 'pdf' }))
      const pdfName = `${name.replace(/\.docx$/i, '')}.pdf`
      return bytes && uploadFile(client, { folder, name: pdfName, type: 'application/pdf', bytes })
    },
    (call) => client.withCall(call).remove(pathOf(location)),
  )
}

/** https://learn.microsoft.com/graph/api/driveitem-get-content-format */
async function convert(client: FilesClient, path: string): Promise<Uint8Array | undefined> {
  try {
    return await client.getContent(path, {}, MAX_PDF_BYTES)
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    client.call.log.warn({ err: error }, 'a document was not converted to PDF: it is the result itself')
    return undefined
  }
}
