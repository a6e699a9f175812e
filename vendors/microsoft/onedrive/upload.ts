import type { DriveItem, UploadSession } from '@microsoft/microsoft-graph-types'
import { makeOnce, toRemovalCall } from '../../../src/kit/documents/creation.ts'
import { VendorError } from '../../../src/kit/vendor-errors.ts'
import { toContentAddress } from './addresses.ts'
import type { FilesClient } from './client.ts'
import { requireIds } from './items.ts'
import { itemLocation, pathOf } from './locations.ts'

/** A file to make. A file whose name exists in the folder gets a number. */
export interface NewFile {
  folder: { driveId: string; itemId: string }
  /** With its extension. */
  name: string
  type: string
  bytes: Uint8Array
}

/** Graph accepts larger bodies in one request, but not everywhere (bytes). */
const MAX_SINGLE_BYTES = 4 * 1024 * 1024
/** Parts must be multiples of 320 KiB and below 60 MiB (bytes). */
const RANGE_BYTES = 32 * 320 * 1024
const CONFLICT = '@microsoft.graph.conflictBehavior'

/**
 * Makes a file, once: the error after a timeout says that the file may exist. Throws a ProviderError.
 * https://learn.microsoft.com/graph/api/driveitem-put-content
 * https://learn.microsoft.com/graph/api/driveitem-createuploadsession
 */
export async function uploadFile(client: FilesClient, file: NewFile): Promise<DriveItem> {
  try {
    return await makeFile(client, file)
  } catch (error) {
    if (!(error instanceof VendorError) || !error.reasons.includes('nameAlreadyExists')) throw error
    // Some drives refuse the name only at the end, and do not number it themselves.
    return makeFile(client, { ...file, name: file.name.replace(/(\.\w+)?$/, ' 1$1') })
  }
}

async function makeFile(client: FilesClient, file: NewFile): Promise<DriveItem> {
  const send = file.bytes.length > MAX_SINGLE_BYTES ? sendInRanges : sendAtOnce
  return makeOnce({ vendor: 'Microsoft', name: file.name }, async (begin) => {
    const item = await send(client, file, begin)
    requireIds(item)
    return item
  })
}

/** The path of a file that does not exist yet, for the request `action`. */
function toNewPath({ folder, name }: NewFile, action: string): string {
  const parent = pathOf(itemLocation(folder.driveId, folder.itemId))
  return `${parent}:/${encodeURIComponent(name).replaceAll("'", '%27')}:/${action}`
}

function sendAtOnce(client: FilesClient, file: NewFile, begin: () => void): Promise<DriveItem> {
  return client.create<DriveItem>({
    method: 'PUT',
    path: `${toNewPath(file, 'content')}?${CONFLICT}=rename`,
    headers: { 'Content-Type': file.type },
    body: file.bytes,
    begin,
  })
}

async function sendInRanges(client: FilesClient, file: NewFile, begin: () => void): Promise<DriveItem> {
  const { uploadUrl } = await client.create<UploadSession>({
    method: 'POST',
    path: toNewPath(file, 'createUploadSession'),
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ item: { [CONFLICT]: 'rename', name: file.name } }),
  })
  const address = toContentAddress(uploadUrl, client.call.settings)
  try {
    return await putRanges(client, address, file.bytes, begin)
  } catch (error) {
    // A file exists only after its last part; an upload that is not ended counts against the storage for days.
    const { call } = client
    await client
      .withCall(toRemovalCall(call))
      .cancelUpload(address)
      .catch((failure) => call.log.warn({ err: failure }, 'an incomplete upload could not be ended'))
    throw error
  }
}

async function putRanges(client: FilesClient, address: URL, bytes: Uint8Array, begin: () => void): Promise<DriveItem> {
  for (let start = 0; ; start += RANGE_BYTES) {
    const range = { bytes: bytes.subarray(start, start + RANGE_BYTES), start, total: bytes.length }
    const isLast = start + RANGE_BYTES >= bytes.length
    const item = await client.putRange(address, range, isLast ? begin : undefined)
    if (isLast) return item
  }
}
