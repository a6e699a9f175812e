import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { acceptAliases, type TSchema } from '../../src/contract/index.ts'

/** A value in its documented form, or a description of the first error. */
export type ParseResult<Value> = { value: Value } | { error: string }

const ajv = new Ajv({ strict: false, $data: true, discriminator: true, validateFormats: false })
const validators = new WeakMap<object, ValidateFunction>()

/** Validates JSON against a schema of the contract, after accepted aliases were replaced by the documented names. */
export function safeParse<Value>(schema: TSchema, raw: unknown): ParseResult<Value> {
  const value = acceptAliases(schema, raw)
  const validate = getValidator(schema)
  return validate(value) ? { value: value as Value } : { error: describeError(validate.errors?.[0]) }
}

/** Returns the schema's validator, which is compiled on first use. */
function getValidator(schema: TSchema): ValidateFunction {
  const cached = validators.get(schema)
  if (cached) return cached
  const validator = ajv.compile(schema)
  validators.set(schema, validator)
  return validator
}

function describeError(error: ErrorObject | undefined): string {
  return error ? `${error.instancePath || 'it'} ${error.message}` : 'it does not match the contract'
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
