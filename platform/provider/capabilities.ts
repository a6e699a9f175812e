import type { ApplicationDefinition } from '../../src/contract/index.ts'
import { omitUndefined } from '../../src/runtime/omit.ts'
import type { SyncName } from '../model/sync.ts'
import type { IdentifierKind } from '../model/sync-store.ts'

/**
 * The syncs of a connection to an application, one for each capability in its definition. `externalIds` mean that tags
 * can be looked up at the vendor; if the application has tables too, the vendor may have insight about those tags.
 */
export function supportedSyncs({ sobjects, externalIds }: ApplicationDefinition): SyncName[] {
  const hasIdentifiers = externalIds.length > 0
  const supported: Record<SyncName, boolean> = {
    calendar: sobjects.calendar ?? false,
    email: sobjects.email ?? false,
    transcription: sobjects.transcription ?? false,
    metadata: sobjects.table ?? false,
    table: sobjects.table ?? false,
    identifier: hasIdentifiers,
    insight: hasIdentifiers && (sobjects.table ?? false),
  }
  return (Object.keys(supported) as SyncName[]).filter((sync) => supported[sync])
}

/** The kinds of vendor objects that tags can be looked up as. Kinds without a tag type are omitted. */
export function identifierKinds({ externalIds }: ApplicationDefinition): IdentifierKind[] {
  return externalIds.flatMap(({ metadataType, tagType, tagSubType }) =>
    tagType === undefined ? [] : [omitUndefined({ metadataType, tagType, tagSubType })],
  )
}
