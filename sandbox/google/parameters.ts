import type { Call } from '../core/call.ts'
import { refuseParameter } from './errors.ts'

/** Parameters every Google API takes (https://cloud.google.com/apis/docs/system-parameters). */
const SYSTEM = [
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

/** Gmail binds each query parameter to a field of the request and refuses one that has none. */
export function checkNames(call: Call, known: readonly string[]): void {
  const unknown = [...call.url.searchParams.keys()].find((name) => !known.includes(name) && !SYSTEM.includes(name))
  if (unknown === undefined) return
  const text = `Cannot bind query parameter. Field '${unknown}' could not be found in request message.`
  refuseParameter(call, unknown, `Invalid JSON payload received. Unknown name "${unknown}": ${text}`)
}

/** A whole number within the range; `fallback` when the parameter is absent. */
export function integer(call: Call, name: string, { fallback, most }: { fallback: number; most: number }): number {
  const text = call.url.searchParams.get(name)
  if (text === null) return fallback
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < 1 || value > most) {
    refuseParameter(call, name, `Invalid value '${text}'. Values must be within the range: [1, ${most}]`)
  }
  return value
}

export function flag(call: Call, name: string): boolean {
  const text = call.url.searchParams.get(name)
  if (text !== null && text !== 'true' && text !== 'false')
    refuseParameter(call, name, `Invalid boolean value: '${text}'`)
  return text === 'true'
}

/** One of the values; `fallback` when the parameter is absent. */
export function oneOf<T extends string, F>(call: Call, name: string, values: readonly T[], fallback: F): T | F {
  const text = call.url.searchParams.get(name)
  if (text === null) return fallback
  const found = values.find((value) => value === text)
  if (found === undefined)
    refuseParameter(call, name, `Invalid value '${text}'. Allowed values are: [${values.join(', ')}]`)
  return found as T
}

/** RFC 3339 with its mandatory offset. Fractions of a second are taken and ignored. */
const RFC3339 = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/

/** An instant in epoch ms; undefined when the parameter is absent. */
export function instant(call: Call, name: string): number | undefined {
  const text = call.url.searchParams.get(name)
  if (text === null) return undefined
  const value = RFC3339.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(value)) refuseParameter(call, name, 'Bad Request', 'badRequest')
  return Math.floor(value / 1000) * 1000
}
