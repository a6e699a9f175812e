import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { acceptAliases, type TSchema } from '../../src/contract/index.ts'

const ajv = new Ajv({
  strict: false,
  strictNumbers: true,
  $data: true,
  discriminator: true,
  validateFormats: false,
  allErrors: true,
})
const validators = new Map<TSchema, ValidateFunction>()

function validatorOf(schema: TSchema): ValidateFunction {
  const validator = validators.get(schema) ?? ajv.compile(schema)
  validators.set(schema, validator)
  return validator
}

/** More say nothing new about a value. */
const MAX_ERRORS = 5

/** What is wrong with a value, each with the pointer to it; none if it matches the schema. */
export function findErrors(schema: TSchema, value: unknown): string[] {
  const validate = validatorOf(schema)
  if (validate(value)) return []
  const errors = (validate.errors ?? []).filter(({ keyword }) => !['anyOf', 'oneOf', 'if'].includes(keyword))
  return (errors.length > 0 ? errors : (validate.errors ?? [])).slice(0, MAX_ERRORS).map(toText)
}

function toText({ instancePath, message, params }: ErrorObject): string {
  const allowed = params.allowedValue ?? params.allowedValues
  return `${instancePath || 'the value'} ${message}${allowed === undefined ? '' : `: ${JSON.stringify(allowed)}`}`
}

/** Whether a request is valid, in any of the spellings that the contract accepts. */
export function isAcceptable(schema: TSchema, value: unknown): boolean {
  return validatorOf(schema)(acceptAliases(schema, value))
}
