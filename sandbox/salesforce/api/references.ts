/** Thrown for a reference to a value that no earlier subrequest has returned. */
export class UnresolvedReferenceError extends Error {}

const REFERENCE = /@\{([A-Za-z0-9][A-Za-z0-9_]*)((?:\.[A-Za-z0-9_]+|\[\d+\])*)\}/g

/** Replaces references such as `@{ref.id}` by values of earlier results, in all strings of a JSON value. */
export function resolveReferences(value: unknown, results: ReadonlyMap<string, unknown>): unknown {
  if (typeof value === 'string') return resolveTextReferences(value, results)
  if (Array.isArray(value)) return value.map((item) => resolveReferences(item, results))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolveReferences(item, results)]))
}

export function resolveTextReferences(text: string, results: ReadonlyMap<string, unknown>): string {
  return text.replace(REFERENCE, (_, name: string, path: string) => {
    const value = getByPath(results.get(name), path)
    if (value !== null && ['string', 'number', 'boolean'].includes(typeof value)) return String(value)
    throw new UnresolvedReferenceError(`Invalid reference specified. No value for ${name}${path} found in ${name}.`)
  })
}

/** Follows a path such as `.id` or `[0].id`. */
function getByPath(body: unknown, path: string): unknown {
  const steps = path.match(/[A-Za-z0-9_]+/g) ?? []
  return steps.reduce<unknown>((node, step) => {
    const hasStep = typeof node === 'object' && node !== null && Object.hasOwn(node, step)
    return hasStep ? (node as Record<string, unknown>)[step] : undefined
  }, body)
}
