import { OwnTagDocument } from '../documents.ts'
import { useGraphQuery } from './use-graph.ts'

/** The id of the person's own tag, which all that they own is linked to; undefined until it is known. */
export function useOwnTagId(): string | undefined {
  const { data } = useGraphQuery(OwnTagDocument, {}, { topics: [] })
  return data?.tenant?.tagId ?? undefined
}
