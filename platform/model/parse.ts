import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { acceptAliases, type TSchema, withoutUnsafeAddresses } from '../../src/contract/index.ts'
import { omitUndefined } from '../../src/runtime/omit.ts'

/** A value in its documented form with pointers to unsafe addresses that were dropped, or the first error. */
export type ParseResult<Value> = { value: Value; dropped?: readonly string[] } | { error: string }

const ajv = new Ajv({ strict: false, strictNumbers: true, $data: true, discriminator: true, validateFormats: false })
const validators = new WeakMap<object, ValidateFunction>()

/** Validates JSON against a schema of the contract, after aliases were replaced and unsafe addresses dropped. */
export function safeParse<Value>(schema: TSchema, raw: unknown): ParseResult<Value> {
  const { value, dropped } = withoutUnsafeAddresses(schema, acceptAliases(schema, raw))
  const validate = getValidator(schema)
  if (!validate(value)) return { error: describeError(validate.errors?.[0]) }
  return { value: value as Value, ...omitUndefined({ dropped: dropped.length > 0 ? dropped : undefined }) }
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
