import type { DriveItem } from '@microsoft/microsoft-graph-types'
import type { BusinessObject } from '../../../src/contract/index.ts'
import type { Call } from '../../../src/kit/application.ts'
import type { Contents } from '../../../src/kit/documents/word/contents.ts'
import { toPerson } from '../../../src/kit/people.ts'
import { omitUndefined } from '../../../src/runtime/omit.ts'
import { toExternalId } from './items.ts'

/** Converts an item of a drive. Its pre-authenticated download address is left out, because it is a secret. */
export function toBusinessObject(
  item: DriveItem,
  { text, html }: Contents,
  url: string,
  { provider, application, baseUrl }: Pick<Call, 'provider' | 'application' | 'baseUrl'>,
): BusinessObject {
  const dateUpdated = Date.parse(item.lastModifiedDateTime ?? '')
  return {
    blockType: 'document',
    provider,
    application,
    externalId: toExternalId(item),
    url: item.webUrl || url,
    title: item.name ?? '',
    metadataType: toMetadataType(item),
    iconUrl: `${baseUrl}/icons/onedrive.svg`,
    ...omitUndefined({
      organizedBy: toOwner(item),
      dateUpdated: Number.isNaN(dateUpdated) ? undefined : dateUpdated,
      text,
      documentHtml: html,
    }),
  }
}

/** Graph's types of users have no address, but its responses do. It is often missing. */
interface User {
  email?: string | null
  displayName?: string | null
}

/** The owner of a shared item, else its creator, if there is an address. */
function toOwner({ shared, createdBy }: DriveItem) {
  for (const user of [shared?.owner?.user, createdBy?.user] as (User | null | undefined)[]) {
    const person = toPerson(user?.email, user?.displayName)
    if (person) return person
  }
  return undefined
}

const TYPES_BY_EXTENSION: readonly [type: string, extensions: RegExp][] = [
  ['document', /\.(docx?|docm|dotx?|dotm|odt|rtf)$/i],
  ['spreadsheet', /\.(xlsx?|xlsm|xlsb|xltx?|ods|csv)$/i],
  ['presentation', /\.(pptx?|pptm|ppsx?|potx?|odp)$/i],
  ['pdf', /\.pdf$/i],
]

function toMetadataType({ folder, name }: DriveItem): string {
  if (folder) return 'folder'
  return TYPES_BY_EXTENSION.find(([, extensions]) => extensions.test(name ?? ''))?.[0] ?? 'file'
}
