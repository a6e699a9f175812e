/** Thrown for a reference to something that no earlier part has answered. */
export class UnresolvedReferenceError extends Error {}

const REFERENCE = /@\{([A-Za-z0-9][A-Za-z0-9_]*)((?:\.[A-Za-z0-9_]+|\[\d+\])*)\}/g

/** Puts the values of earlier answers in the place of `@{ref.id}`, in text and in everything that holds text. */
export function resolveReferences(value: unknown, answers: ReadonlyMap<string, unknown>): unknown {
  if (typeof value === 'string') return resolveTextReferences(value, answers)
  if (Array.isArray(value)) return value.map((one) => resolveReferences(one, answers))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, resolveReferences(one, answers)]))
}

export function resolveTextReferences(text: string, answers: ReadonlyMap<string, unknown>): string {
  return text.replace(REFERENCE, (_, name: string, path: string) => {
    const value = getByPath(answers.get(name), path)
    if (value !== null && ['string', 'number', 'boolean'].includes(typeof value)) return String(value)
    throw new UnresolvedReferenceError(`Invalid reference specified. No value for ${name}${path} found in ${name}.`)
  })
}

/** `.id` or `[0].id`, step by step. */
function getByPath(body: unknown, path: string): unknown {
  const steps = path.match(/[A-Za-z0-9_]+/g) ?? []
  return steps.reduce<unknown>((here, step) => {
    const holds = typeof here === 'object' && here !== null && Object.hasOwn(here, step)
    return holds ? (here as Record<string, unknown>)[step] : undefined
  }, body)
}
