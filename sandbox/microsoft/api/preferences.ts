import { toIanaZone } from './zone-names.ts'

/** A preference that a method may honour. */
export type Preference = 'timezone' | 'body' | 'ids'

export interface Preferences {
  immutableIds: boolean
  /** The requested name and its IANA zone. */
  timeZone?: { name: string; zone: string }
  textBody: boolean
  unsafeHtml: boolean
  /** The preferences that were honoured, for `Preference-Applied`. */
  applied: string[]
}

const TOKEN = /([\w.-]+)\s*(?:=\s*(?:"([^"]*)"|([^\s,;"]*)))?/g

/** Parses the `Prefer` header (RFC 7240). Preferences that the method does not honour are ignored. */
export function parsePreferences(
  header: string | undefined,
  honoured: readonly Preference[],
  failForZone: (name: string) => never,
): Preferences {
  const prefer: Preferences = { immutableIds: false, textBody: false, unsafeHtml: false, applied: [] }
  for (const [, token = '', quoted, bare] of (header ?? '').matchAll(TOKEN)) {
    const value = quoted ?? bare ?? ''
    if (applyPreference(prefer, token.toLowerCase(), value, honoured, failForZone)) {
      prefer.applied.push(value === '' ? token : `${token}="${value}"`)
    }
  }
  return prefer
}

function applyPreference(
  prefer: Preferences,
  token: string,
  value: string,
  honoured: readonly Preference[],
  failForZone: (name: string) => never,
): boolean {
  if (token === 'idtype' && honoured.includes('ids')) {
    prefer.immutableIds = value === 'ImmutableId'
    return prefer.immutableIds
  }
  if (token === 'outlook.timezone' && honoured.includes('timezone')) {
    prefer.timeZone = { name: value, zone: toIanaZone(value) ?? failForZone(value) }
    return true
  }
  if (token === 'outlook.body-content-type' && honoured.includes('body')) {
    prefer.textBody = value.toLowerCase() === 'text'
    return prefer.textBody || value.toLowerCase() === 'html'
  }
  if (token === 'outlook.allow-unsafe-html' && honoured.includes('body')) {
    prefer.unsafeHtml = true
    return true
  }
  return false
}
