import { GraphRequestError } from '../../../../platform/client/index.ts'

/** What is known of a write to a vendor that failed. */
export interface FailedPublication {
  /** Whether the vendor may have it nevertheless, so that another attempt could create it twice. */
  isUnknown: boolean
  /** Whether it still goes on. */
  isUnderWay: boolean
  /** What the vendor said: why it refused, and its warnings. */
  said: readonly string[]
}

/** Reads what the platform says about a note that was not, or may not have been, published. */
export function readFailure(error: unknown): FailedPublication {
  const entries = error instanceof GraphRequestError ? error.errors.map(({ extensions }) => extensions) : []
  const notes = entries.flatMap(({ notes }) => objectsIn(notes))
  const states = [...entries, ...notes].map(({ state }) => state)
  const reasons = notes.flatMap(({ errors }) => objectsIn(errors)).map(({ detail, title }) => detail ?? title)
  const warnings = entries.flatMap(({ publishWarnings }) => objectsIn(publishWarnings)).map((entry) => entry.warnings)
  return {
    isUnknown: states.includes('unknown'),
    isUnderWay: states.includes('begun'),
    said: [...reasons, ...warnings.flat()].filter((text) => typeof text === 'string'),
  }
}

function objectsIn(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'object' && item !== null) : []
}

interface Targets {
  connections:
    | readonly { _id: string; application: string; label: string; email: string | null; status: string }[]
    | null
  applications: readonly { name: string; sobjects: { table: boolean } }[] | null
}

/** The connections that notes can be published to: those whose application has tables of records, as every CRM. */
export function publishTargets({ connections, applications }: Targets) {
  const withTables = new Set((applications ?? []).filter(({ sobjects }) => sobjects.table).map(({ name }) => name))
  return (connections ?? []).filter(
    ({ application, status }) => status.toLowerCase() === 'active' && withTables.has(application),
  )
}
