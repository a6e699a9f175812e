import type { GraphRequest } from '../api/graph-request.ts'

/** What a resource looks like to `$select`. */
export interface ResourceType {
  /** As errors call it: `message`, `event`. */
  name: string
  /** Every property there is. */
  properties: readonly string[]
  /** Those that come only when they are selected. */
  onRequest?: readonly string[]
  /** Those that come whether they are selected or not. */
  always: readonly string[]
  /** Those that `$select` does not bring, although it may name them. */
  neverSelected?: readonly string[]
}

/** Cuts resources down to what was selected; refuses a property that the type does not have. */
export function createSelector(
  { options, fail }: GraphRequest,
  type: ResourceType,
): (resource: Record<string, unknown>) => object {
  const { select } = options
  const unknown = select?.find((name) => name !== '*' && !type.properties.includes(name))
  if (unknown !== undefined) {
    fail(
      'RequestBroker--ParseUri',
      `Could not find a property named '${unknown}' on type 'microsoft.graph.${type.name}'.`,
    )
  }
  const wanted = new Set([...(select ?? []), ...type.always].filter((name) => !type.neverSelected?.includes(name)))
  const selects = select !== undefined && !select.includes('*')
  const keeps = (name: string) => (selects ? wanted.has(name) : !type.onRequest?.includes(name))
  return (resource) => Object.fromEntries(Object.entries(resource).filter(([name]) => keeps(name)))
}

/** `messages(subject,from)`: the end of `@odata.context`. */
export function formatSelection({ options: { select } }: GraphRequest): string {
  return select ? `(${select.join(',')})` : ''
}
