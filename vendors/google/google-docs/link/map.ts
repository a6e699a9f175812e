import type { BusinessObject } from '../../../../src/contract/index.ts'
import type { Call } from '../../../../src/kit/application.ts'
import { toPerson } from '../../../../src/kit/people.ts'
import { toEpochMs } from '../../../../src/kit/time.ts'
import { omitUndefined } from '../../../../src/runtime/omit.ts'
import type { GoogleSettings } from '../../settings.ts'
import type { DriveFile } from '../drive/files.ts'
import type { Content } from './content.ts'

/** Media types of files, by their last part, and what they are. Everything else is a `file`. */
const KINDS: Readonly<Record<string, string>> = {
  'vnd.google-apps.document': 'document',
  'vnd.google-apps.spreadsheet': 'spreadsheet',
  'vnd.google-apps.presentation': 'presentation',
  'vnd.google-apps.folder': 'folder',
  pdf: 'pdf',
  msword: 'document',
  'vnd.openxmlformats-officedocument.wordprocessingml.document': 'document',
  'vnd.ms-excel': 'spreadsheet',
  'vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'spreadsheet',
  'vnd.ms-powerpoint': 'presentation',
  'vnd.openxmlformats-officedocument.presentationml.presentation': 'presentation',
}

/** Converts a file of Drive. Files of shared drives have no owner. */
export function toBusinessObject(
  file: DriveFile & { id: string },
  { text, documentHtml }: Content,
  { provider, application, baseUrl }: Call<GoogleSettings>,
): BusinessObject {
  const people = (file.owners ?? []).map(({ emailAddress, displayName }) => toPerson(emailAddress, displayName))
  return {
    blockType: 'document',
    provider,
    application,
    externalId: file.id,
    url: file.webViewLink || `https://drive.google.com/open?id=${file.id}`,
    title: file.name ?? '',
    metadataType: KINDS[file.mimeType?.replace('application/', '') ?? ''] ?? 'file',
    iconUrl: file.iconLink || `${baseUrl}/icons/google-docs.svg`,
    ...omitUndefined({
      dateUpdated: toEpochMs(file.modifiedTime),
      organizedBy: people.find((person) => person !== undefined),
      text,
      documentHtml,
    }),
  }
}
