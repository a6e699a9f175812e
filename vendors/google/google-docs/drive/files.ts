import type { drive_v3 } from 'googleapis/build/src/apis/drive/index.js'
import type { Requester } from '../../client.ts'
import { type FileAddress, toResourceKeyHeader } from './address.ts'

export type Drive = Requester<drive_v3.Drive>
export type DriveFile = drive_v3.Schema$File

/** Media types of Google's own kinds. */
export const GOOGLE_DOCUMENT = 'application/vnd.google-apps.document'
export const GOOGLE_SPREADSHEET = 'application/vnd.google-apps.spreadsheet'
export const GOOGLE_PRESENTATION = 'application/vnd.google-apps.presentation'
export const GOOGLE_FOLDER = 'application/vnd.google-apps.folder'
const GOOGLE_SHORTCUT = 'application/vnd.google-apps.shortcut'

/** By default Drive returns only id, name and media type. */
const FIELDS =
  'id,name,mimeType,webViewLink,iconLink,modifiedTime,owners(displayName,emailAddress),trashed,' +
  'shortcutDetails(targetId,targetMimeType,targetResourceKey)'

/** The file, or the target of a shortcut, with the address under which it was found. */
export interface FoundFile<Extra> {
  file: DriveFile
  address: FileAddress
  extra: Extra
}

/**
 * Fetches the metadata of a file, and at the same time whatever `fetchExtra` requests. For a shortcut both are fetched
 * from its target instead. A shortcut without a target, or whose target is a shortcut, is returned itself.
 */
export async function fetchFile<Extra>(
  drive: Drive,
  address: FileAddress,
  fetchExtra: (address: FileAddress) => Promise<Extra>,
): Promise<FoundFile<Settled<Extra>>> {
  const found = await fetchBoth(drive, address, fetchExtra)
  const { targetId, targetResourceKey } = found.file.shortcutDetails ?? {}
  if (!isShortcut(found.file) || !targetId || found.file.trashed) return found
  const target = { id: targetId, ...(targetResourceKey ? { resourceKey: targetResourceKey } : {}) }
  return fetchBoth(drive, target, fetchExtra)
}

/** A result that is used after the metadata has been judged, because its error may only follow from the wrong kind. */
export type Settled<Result> = () => Promise<Result>

async function fetchBoth<Extra>(
  drive: Drive,
  address: FileAddress,
  fetchExtra: (address: FileAddress) => Promise<Extra>,
) {
  const extra = fetchExtra(address)
  extra.catch(() => undefined)
  return { file: await fetchMetadata(drive, address), address, extra: () => extra }
}

function fetchMetadata(drive: Drive, address: FileAddress): Promise<DriveFile> {
  const parameters = { fileId: address.id, supportsAllDrives: true, fields: FIELDS }
  return drive(UNITS, (google, options) =>
    google.files.get(parameters, { ...options, ...toResourceKeyHeader(address) }),
  )
}

export function isShortcut({ mimeType }: DriveFile): boolean {
  return mimeType === GOOGLE_SHORTCUT
}

/** Every request counts as one. https://developers.google.com/workspace/drive/api/guides/limits */
export const UNITS = 1

/** Converting and transferring 10 MB takes longer than an ordinary request (ms). */
export const CONTENT_TIMEOUT_MS = 30_000

/**
 * Converts a file of Google to another media type. Google refuses results above 10 MB.
 * https://developers.google.com/workspace/drive/api/reference/rest/v3/files/export
 */
export async function exportFile(drive: Drive, address: FileAddress, mimeType: string): Promise<Buffer> {
  const data = await drive(
    UNITS,
    async (google, options) => {
      const contentOptions = { ...options, ...toResourceKeyHeader(address), responseType: 'arraybuffer' as const }
      return (await google.files.export({ fileId: address.id, mimeType }, contentOptions)) as { data: ArrayBuffer }
    },
    { timeoutMs: CONTENT_TIMEOUT_MS },
  )
  return Buffer.from(data)
}

/**
 * The content of a file that is none of Google's own kinds, of at most `maxBytes`.
 * https://developers.google.com/workspace/drive/api/reference/rest/v3/files/get
 */
export async function downloadFile(drive: Drive, address: FileAddress, maxBytes: number): Promise<Buffer> {
  const data = await drive(
    UNITS,
    async (google, options) => {
      const header = toResourceKeyHeader(address)
      const contentOptions = { ...options, ...header, size: maxBytes, responseType: 'arraybuffer' as const }
      const parameters = { fileId: address.id, alt: 'media', supportsAllDrives: true }
      return (await google.files.get(parameters, contentOptions)) as unknown as { data: ArrayBuffer }
    },
    { timeoutMs: CONTENT_TIMEOUT_MS },
  )
  return Buffer.from(data)
}
