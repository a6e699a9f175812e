import { toIanaZone } from './zone-names.ts'

/** What a method lets its caller prefer. */
export type Preference = 'timezone' | 'body' | 'ids'

export interface Preferences {
  immutableIds: boolean
  /** As it was asked for, with the IANA zone it means. Absent when it was not asked for. */
  timeZone?: { name: string; zone: string }
  textBody: boolean
  unsafeHtml: boolean
  /** What was honoured, for `Preference-Applied`. */
  applied: string[]
}

const TOKEN = /([\w.-]+)\s*(?:=\s*(?:"([^"]*)"|([^\s,;"]*)))?/g

/** Reads the `Prefer` header (RFC 7240). Preferences that the method does not honour are as good as not sent. */
export function parsePreferences(
  header: string | undefined,
  honours: readonly Preference[],
  refuseZone: (name: string) => never,
): Preferences {
  const prefer: Preferences = { immutableIds: false, textBody: false, unsafeHtml: false, applied: [] }
  for (const [, token = '', quoted, bare] of (header ?? '').matchAll(TOKEN)) {
    const value = quoted ?? bare ?? ''
    if (applyPreference(prefer, token.toLowerCase(), value, honours, refuseZone)) {
      prefer.applied.push(value === '' ? token : `${token}="${value}"`)
    }
  }
  return prefer
}

function applyPreference(
  prefer: Preferences,
  token: string,
  value: string,
  honours: readonly Preference[],
  refuseZone: (name: string) => never,
): boolean {
  if (token === 'idtype' && honours.includes('ids')) {
    prefer.immutableIds = value === 'ImmutableId'
    return prefer.immutableIds
  }
  if (token === 'outlook.timezone' && honours.includes('timezone')) {
    prefer.timeZone = { name: value, zone: toIanaZone(value) ?? refuseZone(value) }
    return true
  }
  if (token === 'outlook.body-content-type' && honours.includes('body')) {
    prefer.textBody = value.toLowerCase() === 'text'
    return prefer.textBody || value.toLowerCase() === 'html'
  }
  if (token === 'outlook.allow-unsafe-html' && honours.includes('body')) {
    prefer.unsafeHtml = true
    return true
  }
  return false
}
