import { findFile } from '../drive/access.ts'
import { failUnsupportedFile } from '../drive/failures.ts'
import type { DriveCallContext } from '../drive/route.ts'

/** Finds a document. Docs reaches shared drives, but takes no resource keys. Fails for files of other types. */
export function findDocument(call: DriveCallContext, id: string) {
  const found = findFile(call, id, { allDrives: true, resourceKeys: false })
  if (found.file.content.kind !== 'document') return failUnsupportedFile(call.request)
  return { ...found, document: found.file.content.document }
}
