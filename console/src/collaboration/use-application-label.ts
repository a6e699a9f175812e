import { ApplicationLabelsDocument } from '../documents.ts'
import { useGraphQuery } from '../graph/use-graph.ts'

/** What an application is called, once that is known. */
export function useApplicationLabel(name: string | null): string | undefined {
  const query = useGraphQuery(ApplicationLabelsDocument, {}, { topics: ['connections'], enabled: name !== null })
  return query.data?.applications?.find((application) => application.name === name)?.label
}
