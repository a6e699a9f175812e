import { type FieldNode, type GraphQLError, locatedError } from 'graphql'

type Position = readonly (string | number)[]

/** The errors of an operation's fields. What is below a field that became null because of an error adds none. */
export class FieldErrors {
  readonly #errors: GraphQLError[] = []
  readonly #nulled = new Set<string>()

  /** The errors in the order in which they occurred; undefined if there are none. */
  get list(): readonly GraphQLError[] | undefined {
    return this.#errors.length > 0 ? this.#errors : undefined
  }

  /**
   * What the result has for a field or an item that failed: null. Throws the error again, with its path, if the value is
   * required, so that what contains it becomes null.
   */
  handle(thrown: unknown, isRequired: boolean, nodes: readonly FieldNode[], position: Position): null {
    const error = locatedError(thrown, nodes, position)
    if (isRequired) throw error
    this.add(error, position)
    return null
  }

  /** Adds the error for which a position became null; none if something above it did before. */
  add(error: GraphQLError, position: Position): void {
    if (this.#nulled.size > 0 && this.#isNulled(position)) return
    this.#nulled.add(JSON.stringify(position))
    this.#errors.push(error)
  }

  #isNulled(position: Position): boolean {
    return [...position.keys(), position.length].some((length) =>
      this.#nulled.has(JSON.stringify(position.slice(0, length))),
    )
  }
}
