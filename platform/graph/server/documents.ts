import { type DocumentNode, GraphQLError, type GraphQLSchema, parse, validate } from 'graphql'
import { LRUCache } from 'lru-cache'
import { GraphError, withCode } from '../errors.ts'
import { refuseComplex, tooComplex } from './complexity.ts'
import type { GraphLimits } from './limits.ts'
import { isSupportedText } from './sanitize-text.ts'

/** A document that may be executed, or why not. */
export type CheckedDocument = { document: DocumentNode } | { errors: readonly GraphQLError[] }

/** Characters of documents that are remembered. */
const MAX_CACHED_CHARACTERS = 10_000_000
const MAX_ERRORS = 20
const UNSUPPORTED_TEXT = 'query must not hold the character NUL, nor halves of characters.'

/** Documents that were parsed and validated; clients send the same few again and again. */
export class Documents {
  readonly #schema: GraphQLSchema
  readonly #limits: GraphLimits
  readonly #known = new LRUCache<string, CheckedDocument>({
    maxSize: MAX_CACHED_CHARACTERS,
    sizeCalculation: (_, text) => text.length + 1,
  })

  constructor(schema: GraphQLSchema, limits: GraphLimits) {
    this.#schema = schema
    this.#limits = limits
  }

  check(text: string): CheckedDocument {
    const { characters } = this.#limits
    if (characters > 0 && text.length > characters) {
      return { errors: [tooComplex(`${text.length} characters; ${characters} are allowed`)] }
    }
    const known = this.#known.get(text)
    if (known) return known
    const checked = this.#checkAnew(text)
    this.#known.set(text, checked)
    return checked
  }

  #checkAnew(text: string): CheckedDocument {
    if (!isSupportedText(text)) return { errors: [new GraphError('BAD_REQUEST', UNSUPPORTED_TEXT)] }
    const parsed = this.#parse(text)
    if ('errors' in parsed) return parsed
    const { document } = parsed
    const complex = refuseComplex(document, this.#limits)
    if (complex.length > 0) return { errors: complex }
    // Without introspection an error must not give names away either.
    const found = validate(this.#schema, document, undefined, { maxErrors: MAX_ERRORS, hideSuggestions: true })
    return found.length > 0 ? { errors: found.map((error) => withCode(error, 'GRAPHQL_VALIDATION_FAILED')) } : parsed
  }

  #parse(text: string): CheckedDocument {
    const { tokens } = this.#limits
    try {
      return { document: parse(text, tokens > 0 ? { maxTokens: tokens } : {}) }
    } catch (error) {
      if (!(error instanceof GraphQLError)) throw error
      const isLong = error.message.includes(`more than ${tokens} tokens`)
      return { errors: [isLong ? tooComplex(`more than ${tokens} tokens`) : withCode(error, 'GRAPHQL_PARSE_FAILED')] }
    }
  }
}
