import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  type VariableValues,
  visit,
} from 'graphql'
import { LRUCache } from 'lru-cache'
import { OperationPlan } from './plan.ts'

/** The maximum total size of the cached plans and of the documents that they keep in memory, in units of about 500 bytes. */
const MAX_SIZE = 100_000
/** A parsed document takes 60 to 150 bytes for each of its characters. */
const CHARACTERS_PER_UNIT = 4

interface ValidOperation {
  document: DocumentNode
  operation: OperationDefinitionNode
  /** The variables of one request, coerced. */
  values: VariableValues
}

interface RegisteredOperation {
  number: number
  fragments: Readonly<Record<string, FragmentDefinitionNode>>
  /** The size of its document, which each of its plans keeps in memory. */
  documentSize: number
  /** The variables that decide which fields are selected. */
  conditions: readonly string[]
}

/** The plans of operations, of which those that were used last are kept. */
export class OperationPlans {
  readonly #schema: GraphQLSchema
  readonly #operations = new WeakMap<OperationDefinitionNode, RegisteredOperation>()
  readonly #plans = new LRUCache<string, OperationPlan>({ maxSize: MAX_SIZE })
  #count = 0

  constructor(schema: GraphQLSchema) {
    this.#schema = schema
  }

  /** The plan of a valid operation for the values that the request's variables have in @skip and @include. */
  find({ document, operation, values }: ValidOperation): OperationPlan {
    const registered = this.#operations.get(operation) ?? this.#register(operation, document)
    const { number, fragments, documentSize } = registered
    const conditions = pick(values, registered.conditions)
    const key = `${number} ${JSON.stringify(conditions.coerced)}`
    const existing = this.#plans.get(key)
    if (existing) return existing
    const store = () => {
      // The size of an entry is not changed by setting the same value again.
      this.#plans.delete(key)
      this.#plans.set(key, plan, { size: documentSize + plan.size })
    }
    const plan = new OperationPlan({ schema: this.#schema, operation, fragments, conditions, onGrowth: store })
    store()
    return plan
  }

  #register(operation: OperationDefinitionNode, document: DocumentNode): RegisteredOperation {
    this.#count += 1
    const registered = {
      number: this.#count,
      fragments: fragmentsOf(document),
      documentSize: 1 + Math.ceil((document.loc?.end ?? 0) / CHARACTERS_PER_UNIT),
      conditions: findConditions(document),
    }
    this.#operations.set(operation, registered)
    return registered
  }
}

function fragmentsOf({ definitions }: DocumentNode): Record<string, FragmentDefinitionNode> {
  const fragments = definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
  return Object.fromEntries(fragments.map((fragment) => [fragment.name.value, fragment]))
}

/** The variables in the directives of a document, of all its operations, because they share its fragments. */
function findConditions(document: DocumentNode): string[] {
  const names = new Set<string>()
  visit(document, {
    Directive: ({ arguments: values = [] }) => {
      for (const { value } of values) if (value.kind === Kind.VARIABLE) names.add(value.name.value)
      return false
    },
  })
  return [...names]
}

function pick({ coerced, sources }: VariableValues, names: readonly string[]): VariableValues {
  const own = names.filter((name) => Object.hasOwn(coerced, name))
  return {
    coerced: Object.fromEntries(own.map((name) => [name, coerced[name]])),
    sources: Object.fromEntries(own.flatMap((name) => (sources[name] ? [[name, sources[name]]] : []))),
  }
}
