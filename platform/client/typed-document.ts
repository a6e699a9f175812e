/**
 * The text of an operation that knows the types of its answer and of its variables. The documents of this folder are
 * such texts; so are those that GraphQL Code Generator makes with `documentMode: 'string'`, and a plain string is one
 * whose answer is not known.
 */
export interface TypedDocument<Result, Variables> {
  toString(): string
  /** Never there: it carries the types. */
  __apiType?: (variables: Variables) => Result
}

/** A document whose types are known; with the fragments that it spreads. */
export function typed<Result, Variables>(
  operation: string,
  fragments: readonly string[] = [],
): TypedDocument<Result, Variables> {
  return [operation, ...fragments].join('\n')
}

/** What stands after a document in a call: variables may be left out where none is required. */
export type VariablesAnd<Variables, Options> =
  Record<string, never> extends Variables
    ? [variables?: NoInfer<Variables>, options?: Options]
    : [variables: NoInfer<Variables>, options?: Options]
