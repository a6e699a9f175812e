import { type FieldNode, type GraphQLError, locatedError } from 'graphql'

/** The path of a field or an item in the result, from its start. */
type ErrorPath = readonly (string | number)[]

/** The errors of an operation's fields. An error below a field that an error has already made null is not added. */
export class FieldErrors {
  readonly #errors: GraphQLError[] = []
  readonly #nulled = new Set<string>()

  /** The errors in the order in which they occurred; undefined if there are none. */
  get list(): readonly GraphQLError[] | undefined {
    return this.#errors.length > 0 ? this.#errors : undefined
  }

  /**
   * Adds the error of a field or an item that failed, and returns its value in the result, which is null. If its type is
   * non-null, throws the error with its path instead, so that what contains it becomes null.
   */
  handle(thrown: unknown, isNonNull: boolean, nodes: readonly FieldNode[], path: ErrorPath): null {
    const error = locatedError(thrown, nodes, path)
    if (isNonNull) throw error
    this.add(error, path)
    return null
  }

  /** Adds the error that makes the value at a path null, unless the value or one that contains it is null already. */
  add(error: GraphQLError, path: ErrorPath): void {
    if (this.#nulled.size > 0 && this.#isNulled(path)) return
    this.#nulled.add(JSON.stringify(path))
    this.#errors.push(error)
  }

  #isNulled(path: ErrorPath): boolean {
    return [...path.keys(), path.length].some((length) => this.#nulled.has(JSON.stringify(path.slice(0, length))))
  }
}
