import type { BusinessObject, LinkRequest } from '../../../../src/contract/index.ts'
import type { Call } from '../../../../src/kit/application.ts'
import { noSuchDocument } from '../../../../src/kit/documents/problems.ts'
import { VendorError } from '../../../../src/kit/vendor-errors.ts'
import { createDriveRequester } from '../../client.ts'
import type { GoogleSettings } from '../../settings.ts'
import { type FileAddress, parseFileUrl } from '../drive/address.ts'
import { type Drive, type DriveFile, fetchFile, isShortcut } from '../drive/files.ts'
import { fetchContent } from './content.ts'
import { toBusinessObject } from './map.ts'

/**
 * Returns the file behind a pasted link, with its text where Google can export it. The link itself is never requested.
 * What the account cannot see is 404, for which the platform keeps a web page.
 */
export async function resolveLink(
  { connectedProvider, url }: LinkRequest,
  call: Call<GoogleSettings>,
): Promise<BusinessObject> {
  const pasted = parseFileUrl(url)
  if (!pasted) throw noSuchDocument('This is not the link of a file in Google Drive.')
  const drive = await createDriveRequester(connectedProvider, call)
  const { file, address } = await findFile(drive, pasted)
  return toBusinessObject({ ...file, id: file.id ?? address.id }, await fetchContent(drive, file, address, call), call)
}

async function findFile(drive: Drive, pasted: FileAddress): Promise<{ file: DriveFile; address: FileAddress }> {
  try {
    const found = await fetchFile(drive, pasted, async () => undefined)
    if (found.file.trashed) throw noSuchDocument('This file is in the trash of Google Drive.')
    if (isShortcut(found.file)) throw noSuchDocument('This is a shortcut in Google Drive to a file that is not there.')
    return found
  } catch (error) {
    if (error instanceof VendorError && (error.class === 'not-found' || error.concernsItem)) {
      throw noSuchDocument('Google Drive has no such file, or does not show it to this account.', error)
    }
    throw error
  }
}
