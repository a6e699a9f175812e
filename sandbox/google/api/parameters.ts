import type { HttpRequest } from '../../core/http/request.ts'
import { throwInvalidParameter } from './errors.ts'

/** Parameters that every Google API accepts (https://cloud.google.com/apis/docs/system-parameters). */
const SYSTEM_PARAMETERS = [
  '$.xgafv',
  'access_token',
  'alt',
  'callback',
  'fields',
  'key',
  'oauth_token',
  'prettyPrint',
  'quotaUser',
  'uploadType',
  'upload_protocol',
]

/** Gmail binds each query parameter to a field of the request and rejects a parameter without one. */
export function checkParameterNames(request: HttpRequest, names: readonly string[]): void {
  const unknown = [...request.url.searchParams.keys()].find(
    (name) => !names.includes(name) && !SYSTEM_PARAMETERS.includes(name),
  )
  if (unknown === undefined) return
  const text = `Cannot bind query parameter. Field '${unknown}' could not be found in request message.`
  throwInvalidParameter(request, unknown, `Invalid JSON payload received. Unknown name "${unknown}": ${text}`)
}

/** Parses a whole number from 1 to `max`; returns `fallback` when the parameter is absent. */
export function parseInteger(
  request: HttpRequest,
  name: string,
  { fallback, max }: { fallback: number; max: number },
): number {
  const text = request.url.searchParams.get(name)
  if (text === null) return fallback
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < 1 || value > max) {
    throwInvalidParameter(request, name, `Invalid value '${text}'. Values must be within the range: [1, ${max}]`)
  }
  return value
}

/** Parses `true` or `false`; returns false when the parameter is absent. */
export function parseBoolean(request: HttpRequest, name: string): boolean {
  const text = request.url.searchParams.get(name)
  if (text !== null && text !== 'true' && text !== 'false') {
    throwInvalidParameter(request, name, `Invalid boolean value: '${text}'`)
  }
  return text === 'true'
}

/** Parses one of the values; returns `fallback` when the parameter is absent. */
export function parseEnum<T extends string, F>(
  request: HttpRequest,
  name: string,
  values: readonly T[],
  fallback: F,
): T | F {
  const text = request.url.searchParams.get(name)
  if (text === null) return fallback
  const value = values.find((candidate) => candidate === text)
  if (value === undefined) {
    throwInvalidParameter(request, name, `Invalid value '${text}'. Allowed values are: [${values.join(', ')}]`)
  }
  return value as T
}

/** RFC 3339 with its mandatory offset. Fractions of a second are accepted and ignored. */
const RFC3339 = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/

/** Parses an instant to epoch ms; returns undefined when the parameter is absent. */
export function parseInstant(request: HttpRequest, name: string): number | undefined {
  const text = request.url.searchParams.get(name)
  if (text === null) return undefined
  const value = RFC3339.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(value)) throwInvalidParameter(request, name, 'Bad Request', 'badRequest')
  return Math.floor(value / 1000) * 1000
}
