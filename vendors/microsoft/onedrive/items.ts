import type { DriveItem } from '@microsoft/microsoft-graph-types'
import { MAX_WORD_BYTES, WORD_TYPE } from '../../../src/kit/documents/word/type.ts'
import { VendorError } from '../../../src/kit/vendor-errors.ts'
import type { FilesClient } from './client.ts'
import { itemLocation, type Location, pathOf } from './locations.ts'

/** An item and where it is. The location of a link stays that of the link, because only the link may give access. */
export interface FoundItem {
  item: DriveItem
  location: Location
}

/** Fetches an item. One that stands for an item in another drive leads to it. Throws a ProviderError. */
export async function fetchItem(client: FilesClient, location: Location): Promise<FoundItem> {
  const item = await client.getJson<DriveItem>(pathOf(location), location.headers)
  const { id, parentReference } = item.remoteItem ?? {}
  if (!id || !parentReference?.driveId) return { item, location }
  const remote = itemLocation(parentReference.driveId, id)
  return { item: await client.getJson<DriveItem>(pathOf(remote)), location: remote }
}

/** The ids of an item. Those of items are unique within their drive only. Throws VendorError if one is missing. */
export function requireIds({ id, parentReference }: DriveItem): { driveId: string; itemId: string } {
  const driveId = parentReference?.driveId
  if (id && driveId) return { driveId, itemId: id }
  throw new VendorError(
    {
      class: 'unavailable',
      retry: false,
      sentence: 'Microsoft returned a file without its ids.',
      next: 'The operator of the hub finds the details in its log.',
    },
    { at: 'api', status: 200, reasons: ['no-ids'], cause: undefined },
  )
}

/** The id of an item for the platform. */
export function toExternalId(item: DriveItem): string {
  const { driveId, itemId } = requireIds(item)
  return `${driveId}/${itemId}`
}

/** Whether an item is a Word document (`.docx`) by its type or its name. Only its content is certain. */
export function isWordDocument({ file, name }: DriveItem): boolean {
  return Boolean(file) && (file?.mimeType === WORD_TYPE || /\.docx$/i.test(name ?? ''))
}

/** Fetches the content of a file of at most MAX_WORD_BYTES. Throws a ProviderError. */
export function fetchContent(client: FilesClient, { location }: Pick<FoundItem, 'location'>): Promise<Uint8Array> {
  return client.getContent(pathOf(location, ['content']), location.headers, MAX_WORD_BYTES)
}
