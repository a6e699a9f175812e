import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { acceptAliases, type TSchema } from '../../src/contract/index.ts'

/** A value in the documented form, or what is wrong with it. */
export type Reading<Value> = { value: Value } | { wrong: string }

const ajv = new Ajv({ strict: false, $data: true, discriminator: true, validateFormats: false })
const validators = new WeakMap<object, ValidateFunction>()

/** Reads what a provider sent: other accepted spellings become the documented one, then the contract decides. */
export function read<Value>(schema: TSchema, raw: unknown): Reading<Value> {
  const value = acceptAliases(schema, raw)
  const validate = validatorOf(schema)
  return validate(value) ? { value: value as Value } : { wrong: describe(validate.errors?.[0]) }
}

/** Compiled when first needed. */
function validatorOf(schema: TSchema): ValidateFunction {
  const known = validators.get(schema)
  if (known) return known
  const validator = ajv.compile(schema)
  validators.set(schema, validator)
  return validator
}

function describe(error: ErrorObject | undefined): string {
  return error ? `${error.instancePath || 'it'} ${error.message}` : 'it does not fit the contract'
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
