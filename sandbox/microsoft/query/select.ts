import type { GraphRequest } from '../api/graph-request.ts'

/** The properties of a resource type, as far as `$select` is concerned. */
export interface ResourceType {
  /** The name in error messages: `message`, `event`. */
  name: string
  /** All properties that `$select` may name. */
  properties: readonly string[]
  /** Properties that are returned only when they are selected. */
  onRequest?: readonly string[]
  /** Properties that are always returned. */
  always: readonly string[]
  /** Properties that `$select` may name, but that are then not returned. */
  neverSelected?: readonly string[]
}

/** Returns a function that applies `$select` to a resource. Fails when `$select` names an unknown property. */
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
  const selected = new Set([...(select ?? []), ...type.always].filter((name) => !type.neverSelected?.includes(name)))
  const isSelective = select !== undefined && !select.includes('*')
  const isIncluded = (name: string) => (isSelective ? selected.has(name) : !type.onRequest?.includes(name))
  return (resource) => Object.fromEntries(Object.entries(resource).filter(([name]) => isIncluded(name)))
}

/** The suffix of `@odata.context` with the selected properties: `(subject,from)`. */
export function formatSelection({ options: { select } }: GraphRequest): string {
  return select ? `(${select.join(',')})` : ''
}
