import { ApplicationsDocument, type ApplicationsQuery } from '../../../../platform/client/index.ts'
import { useGraphQuery } from '../../graph/use-graph.ts'

export type Application = ApplicationsQuery['applications'][number]

/** What can be connected. */
export function useApplications() {
  return useGraphQuery(ApplicationsDocument, {}, { topics: [] })
}

/** The application of a connection. Undefined if its provider does not offer it any more. */
export function findApplication(
  applications: readonly Application[] | undefined,
  { provider, application }: { provider: string; application: string },
): Application | undefined {
  return applications?.find((candidate) => candidate.provider === provider && candidate.name === application)
}
