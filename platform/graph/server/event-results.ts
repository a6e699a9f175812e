import { type DocumentNode, Kind, visit } from 'graphql'
import { SHARED_FOR_MS } from '../live/reads.ts'
import { type ExecuteDeps, executeEvent, type Sender } from './execute.ts'
import type { Operation } from './operations.ts'

/** A subscription that was started, with what tells apart the results of its events. */
export interface StartedSubscription {
  operation: Operation
  sender: Sender
  /** Equal for subscriptions with the same document whose events have the same results, if they have the same events. */
  resultKey: string
}

interface SharedResult {
  start: number
  /** The result as JSON; undefined if it has errors, which name the subscription's request. */
  json: Promise<string | undefined>
}

/**
 * The results of events, as JSON. A viewer's subscriptions receive the same event objects; those that select the same of
 * an event share its result, if they ask for it within SHARED_FOR_MS.
 */
export class EventResults {
  readonly #deps: ExecuteDeps
  readonly #shared = new WeakMap<object, Map<DocumentNode, Map<string, SharedResult>>>()

  constructor(deps: ExecuteDeps) {
    this.#deps = deps
  }

  async find(subscription: StartedSubscription, event: object): Promise<string> {
    const { operation, resultKey } = subscription
    const ofEvent = getOrInsert(this.#shared, event, () => new Map<DocumentNode, Map<string, SharedResult>>())
    const ofDocument = getOrInsert(ofEvent, operation.document, () => new Map<string, SharedResult>())
    const shared = ofDocument.get(resultKey)
    const start = performance.now()
    if (shared && start - shared.start < SHARED_FOR_MS) {
      return (await shared.json) ?? JSON.stringify(await this.#execute(subscription, event))
    }
    const result = this.#execute(subscription, event)
    const json = result.then((executed) => JSON.stringify(executed))
    ofDocument.set(resultKey, {
      start,
      json: result.then(
        ({ errors }) => (errors ? undefined : json),
        () => undefined,
      ),
    })
    return json
  }

  #execute({ operation, sender }: StartedSubscription, event: object) {
    return executeEvent(this.#deps, operation, sender, event)
  }
}

/**
 * The part of `StartedSubscription`. The arguments of the subscription's field only filter its events, so a result depends
 * on no other variables than those below the field.
 */
export function resultKeyOf(operation: Operation, { viewer, timeZone, locale, warnings }: Sender): string {
  const variables = [...variablesOfResults(operation)].map((name) => [name, operation.variables[name]])
  const { tenantId, tagId } = viewer
  return JSON.stringify([operation.operation.name?.value, tenantId, tagId, timeZone, locale, warnings, variables])
}

/** The names of the variables in the document, without those that occur only in the arguments of the operation's fields. */
function variablesOfResults({ document, operation }: Operation): Set<string> {
  const names = new Set<string>()
  const filters = new Set<unknown>(
    operation.selectionSet.selections.flatMap((field) => (field.kind === Kind.FIELD ? (field.arguments ?? []) : [])),
  )
  visit(document, {
    VariableDefinition: () => false,
    Argument: (argument) => (filters.has(argument) ? false : undefined),
    Variable: ({ name }) => void names.add(name.value),
  })
  return names
}

function getOrInsert<Key, Value>(
  map: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
  key: Key,
  create: () => Value,
): Value {
  const existing = map.get(key)
  if (existing !== undefined) return existing
  const created = create()
  map.set(key, created)
  return created
}
