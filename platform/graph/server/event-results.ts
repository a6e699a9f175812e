import { type DocumentNode, Kind, type OperationDefinitionNode, visit } from 'graphql'
import { SHARED_FOR_MS } from '../live/reads.ts'
import { type ExecuteDeps, executeWithTimeout, type Sender } from './execute.ts'
import type { Operation } from './operations.ts'

/** A subscription that was started. */
export interface StartedSubscription {
  operation: Operation
  sender: Sender
  /** Equal for senders that are the same viewer with the same settings. */
  senderKey: string
  /** Equal for operations of the same document that select the same of an event. */
  selectionKey: string
}

interface SharedResult {
  start: number
  /** The result as JSON; undefined if it has errors, which name the request of one subscription. */
  json: Promise<string | undefined>
}

type SharedResults = Map<DocumentNode, Map<string, SharedResult>>

/**
 * The results of events, as JSON. A viewer's subscriptions receive the same event objects; those that select the same of
 * an event share its result, if they ask for it within SHARED_FOR_MS. Events of a viewer that are executed at the same
 * time load what belongs to them together.
 */
export class EventResults {
  readonly #deps: ExecuteDeps
  readonly #shared = new WeakMap<object, SharedResults>()
  /** The loaders of each viewer's events that are being started. */
  readonly #loaderScopes = new Map<string, object>()

  constructor(deps: ExecuteDeps) {
    this.#deps = deps
  }

  async find(subscription: StartedSubscription, event: object): Promise<string> {
    const { operation, senderKey, selectionKey } = subscription
    const ofEvent: SharedResults = this.#shared.get(event) ?? new Map()
    this.#shared.set(event, ofEvent)
    const ofDocument = ofEvent.get(operation.document) ?? new Map<string, SharedResult>()
    ofEvent.set(operation.document, ofDocument)
    const key = `${senderKey} ${selectionKey}`
    const shared = ofDocument.get(key)
    const start = performance.now()
    if (shared && start - shared.start < SHARED_FOR_MS) {
      return (await shared.json) ?? JSON.stringify(await this.#execute(subscription, event))
    }
    const result = this.#execute(subscription, event)
    const json = result.then((executed) => JSON.stringify(executed))
    const withoutErrors = result.then(
      ({ errors }) => (errors ? undefined : json),
      () => undefined,
    )
    ofDocument.set(key, { start, json: withoutErrors })
    return json
  }

  #execute({ operation, sender, senderKey }: StartedSubscription, event: object) {
    return executeWithTimeout(this.#deps, operation, { ...sender, loaderScope: this.#loaderScope(senderKey) }, event)
  }

  #loaderScope(senderKey: string): object {
    if (this.#loaderScopes.size === 0) setImmediate(() => this.#loaderScopes.clear())
    const scope = this.#loaderScopes.get(senderKey) ?? {}
    this.#loaderScopes.set(senderKey, scope)
    return scope
  }
}

export function toSenderKey({ viewer, timeZone, locale, warnings }: Sender): string {
  return JSON.stringify([viewer.tenantId, viewer.tagId, timeZone, locale, warnings])
}

/** The arguments of a subscription's field only filter its events, so results depend on the variables below the field. */
export function toSelectionKey({ document, operation, variables }: Operation): string {
  const names = variablesBelow.get(operation) ?? findVariablesBelow(document, operation)
  variablesBelow.set(operation, names)
  // A variable that is absent has its default value, one that is null has not.
  const present = names.filter((name) => Object.hasOwn(variables, name))
  return JSON.stringify([operation.name?.value, present.map((name) => [name, variables[name]])])
}

/** Of each operation, what `findVariablesBelow` returns. */
const variablesBelow = new WeakMap<OperationDefinitionNode, readonly string[]>()

/** The names of the variables in a document, without those that occur only in the arguments of the operation's fields. */
function findVariablesBelow(document: DocumentNode, { selectionSet }: OperationDefinitionNode): string[] {
  const names = new Set<string>()
  const ownArguments = new Set<unknown>(
    selectionSet.selections.flatMap((field) => (field.kind === Kind.FIELD ? (field.arguments ?? []) : [])),
  )
  visit(document, {
    VariableDefinition: () => false,
    Argument: (argument) => (ownArguments.has(argument) ? false : undefined),
    Variable: ({ name }) => void names.add(name.value),
  })
  return [...names]
}
