import type { ApplicationDefinition } from '../../src/contract/index.ts'
import type { SyncName } from '../model/sync.ts'
import type { IdentifierKind } from '../model/sync-store.ts'

/**
 * The syncs that a connection to an application gets: one for each thing its definition promises. `externalIds` promise
 * that tags can be found at the vendor; where there are tables too, those tags may have insight there.
 */
export function syncsOf({ sobjects, externalIds }: ApplicationDefinition): SyncName[] {
  const identifies = externalIds.length > 0
  const promised: Record<SyncName, boolean> = {
    calendar: sobjects.calendar ?? false,
    email: sobjects.email ?? false,
    transcription: sobjects.transcription ?? false,
    metadata: sobjects.table ?? false,
    table: sobjects.table ?? false,
    identifier: identifies,
    insight: identifies && (sobjects.table ?? false),
  }
  return (Object.keys(promised) as SyncName[]).filter((sync) => promised[sync])
}

/** What can be looked up at the vendor; a kind that names no type of tag fits none. */
export function identifierKinds({ externalIds }: ApplicationDefinition): IdentifierKind[] {
  return externalIds.flatMap(({ metadataType, tagType, tagSubType }) =>
    tagType === undefined ? [] : [{ metadataType, tagType, ...(tagSubType === undefined ? {} : { tagSubType }) }],
  )
}
