import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { ProblemItem, TSchema } from '../contract/index.ts'
import { acceptAliases } from '../contract/index.ts'
import { ValidationError } from '../kit/errors.ts'
import type { ParsedJson } from '../runtime/json-body.ts'

/** Per problem. */
const MAX_ERRORS = 20
/** In a body with more values, only the first error is searched for: each of a million records might have one. */
const MAX_VALUES_FOR_ALL_ERRORS = 20_000

const OPTIONS = {
  strict: false,
  strictNumbers: true,
  $data: true,
  discriminator: true,
  validateFormats: false,
  inlineRefs: true,
  // The schemas are our own and a test checks them: compiling the schema of schemas would take a tenth of the hub's start.
  validateSchema: false,
} as const
const firstError = new Ajv(OPTIONS)
/** Created when the first error is described. */
let allErrors: Ajv | undefined

/** Validates a JSON object and returns it with documented names in place of aliases. Throws ValidationError. */
export function validateJson(schema: TSchema, { value, values }: ParsedJson): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw notAnObject()
  return validate(schema, value, values > MAX_VALUES_FOR_ALL_ERRORS)
}

/** A body of another type than the one that every route takes. */
export function notAnObject(): ValidationError {
  return ValidationError.at('#', 'the body must be a JSON object.')
}

/**
 * Validates a value and returns it with documented names in place of aliases. Throws ValidationError with all errors, or
 * with the first one only.
 */
export function validate<Value>(schema: TSchema, raw: unknown, firstOnly = false): Value {
  const value = acceptAliases(schema, raw)
  const errors = describeErrors(schema, value, firstOnly)
  if (errors.length === 0) return value as Value
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : ''
  throw new ValidationError(`${errors[0]?.pointer}: ${errors[0]?.detail}${more}`, errors)
}

/** The errors of a value, at most MAX_ERRORS or the first one; empty if the value matches the schema. */
export function describeErrors(schema: TSchema, value: unknown, firstOnly = false): ProblemItem[] {
  const first = compiled(firstError, schema)
  if (first(value)) return []
  allErrors ??= new Ajv({ ...OPTIONS, allErrors: true })
  const complete = firstOnly ? first : compiled(allErrors, schema)
  complete(value)
  const items = (complete.errors ?? []).flatMap(toItem)
  return distinct(items).slice(0, MAX_ERRORS)
}

/** Whether a value matches a schema. */
export function isValid(schema: TSchema, value: unknown): boolean {
  return compiled(firstError, schema)(value) === true
}

const validators = new Map<Ajv, WeakMap<object, ValidateFunction>>()

/** Compiles schemas on first use, so that the start does not wait for all of them. */
function compiled(ajv: Ajv, schema: TSchema): ValidateFunction {
  const cache = validators.get(ajv) ?? new WeakMap<object, ValidateFunction>()
  validators.set(ajv, cache)
  const validator = cache.get(schema) ?? ajv.compile(schema)
  cache.set(schema, validator)
  return validator
}

/** For a missing member, the pointer names the member and not the object that lacks it. */
function toItem(error: ErrorObject): ProblemItem[] {
  if (error.keyword === 'if' || error.keyword === 'anyOf' || error.keyword === 'oneOf') return []
  const member = error.keyword === 'required' ? `/${escapePointer(error.params.missingProperty)}` : ''
  return [{ pointer: `#${error.instancePath}${member}`, detail: toSentence(error) }]
}

function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

const ARTICLES: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
  null: 'null',
}

function toSentence({ keyword, params, message }: ErrorObject): string {
  switch (keyword) {
    case 'required':
      return 'is required.'
    case 'type':
      return `must be ${ARTICLES[params.type] ?? params.type}.`
    case 'const':
      return `must be ${JSON.stringify(params.allowedValue)}.`
    case 'enum':
      return `must be one of ${params.allowedValues.join(', ')}.`
    case 'minLength':
      return params.limit === 1 ? 'must not be empty.' : `must have at least ${params.limit} characters.`
    case 'minimum':
      return `must be at least ${params.limit}.`
    default:
      return `${message}.`
  }
}

function distinct(items: ProblemItem[]): ProblemItem[] {
  return [...new Map(items.map((item) => [`${item.pointer} ${item.detail}`, item])).values()]
}
