import { type DocumentNode, GraphQLError, type GraphQLSchema, parse, validate } from 'graphql'
import { LRUCache } from 'lru-cache'
import { GraphError, withCode } from '../errors.ts'
import { refuseComplex, tooComplex } from './complexity.ts'
import { acceptTextAsEnum } from './lenient-enums.ts'
import type { GraphLimits } from './limits.ts'
import { isSupportedText } from './sanitize-text.ts'

/** A valid document, or the errors for which it is refused. */
export type CheckedDocument = { document: DocumentNode } | { errors: readonly GraphQLError[] }

/** The maximum total length of the cached documents (characters). Parsed, one takes up to 140 bytes for each of them. */
const MAX_CACHED_CHARACTERS = 1_000_000
/** A parsed document takes a few kB, however short its text is. */
const MAX_CACHED_DOCUMENTS = 1_000
const MAX_ERRORS = 20
const UNSUPPORTED_TEXT = 'query must not contain NUL characters or lone surrogates.'

/** Parses and validates documents, and caches the results: clients send the same few documents again and again. */
export class Documents {
  readonly #schema: GraphQLSchema
  readonly #limits: GraphLimits
  readonly #cache = new LRUCache<string, CheckedDocument>({
    max: MAX_CACHED_DOCUMENTS,
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
      return { errors: [tooComplex(`${text.length} characters; at most ${characters} are allowed`)] }
    }
    const cached = this.#cache.get(text)
    if (cached) return cached
    const checked = this.#parseAndValidate(text)
    this.#cache.set(text, checked)
    return checked
  }

  #parseAndValidate(text: string): CheckedDocument {
    if (!isSupportedText(text)) return { errors: [new GraphError('BAD_REQUEST', UNSUPPORTED_TEXT)] }
    const parsed = this.#parse(text)
    if ('errors' in parsed) return parsed
    const complex = refuseComplex(parsed.document, this.#limits)
    if (complex.length > 0) return { errors: complex }
    const document = acceptTextAsEnum(this.#schema, parsed.document)
    // Introspection is disabled, so errors must not suggest names either.
    const violations = validate(this.#schema, document, undefined, { maxErrors: MAX_ERRORS, hideSuggestions: true })
    return violations.length > 0
      ? { errors: violations.map((error) => withCode(error, 'GRAPHQL_VALIDATION_FAILED')) }
      : { document }
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
