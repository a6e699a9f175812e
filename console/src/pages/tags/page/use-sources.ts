import { TagSourcesDocument, type TagSourcesQuery } from '../../../documents.ts'
import { useGraphQuery } from '../../../graph/use-graph.ts'

export type SourceApplication = TagSourcesQuery['applications'][number]
export type SourceConnection = NonNullable<TagSourcesQuery['connections']>[number]

/** Where a field, a link or a record comes from. */
export interface Origin {
  provider?: string | null
  application?: string | null
}

/** The applications that fields and links come from, and the person's accounts with them. */
export function useSources() {
  const { data } = useGraphQuery(TagSourcesDocument, {}, { topics: ['connections'] })
  const applications = data?.applications ?? []
  const find = (origin: Origin) => findApplication(applications, origin)
  return { applications, connections: data?.connections ?? [], find }
}

/** The application of an origin. Its provider counts if it is known. */
export function findApplication(
  applications: readonly SourceApplication[],
  { provider, application }: Origin,
): SourceApplication | undefined {
  const named = applications.filter(({ name }) => name === application)
  return named.find((candidate) => candidate.provider === provider) ?? named[0]
}
