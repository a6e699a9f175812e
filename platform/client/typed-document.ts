/**
 * The text of an operation, typed by its result and variables. The documents of this folder are typed, and so are those
 * that GraphQL Code Generator creates with `documentMode: 'string'`. A plain string works too; its result is unknown.
 */
export interface TypedDocument<Result, Variables> {
  toString(): string
  /** Exists only in the type, to carry the types of the operation. */
  __apiType?: (variables: Variables) => Result
}

/** Creates a typed document from an operation and the fragments that it spreads. */
export function typed<Result, Variables>(
  operation: string,
  fragments: readonly string[] = [],
): TypedDocument<Result, Variables> {
  return [operation, ...fragments].join('\n')
}

/** The arguments after a document: variables may be omitted when none is required. */
export type VariablesAnd<Variables, Options> =
  Record<string, never> extends Variables
    ? [variables?: NoInfer<Variables>, options?: Options]
    : [variables: NoInfer<Variables>, options?: Options]
