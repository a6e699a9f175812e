/** A time zone that can be chosen. */
export interface TimeZoneChoice {
  /** IANA name, such as “Europe/Paris”. */
  value: string
  /** Such as “Europe/Paris (GMT+1)”. */
  label: string
}

/** All time zones with their offsets at a time (epoch ms), by name. Takes a while: call it when the list is opened. */
export function listTimeZones(now: number, names: readonly string[] = namesOfZones()): TimeZoneChoice[] {
  return names.map((value) => ({ value, label: describeTimeZone(value, now) }))
}

function namesOfZones(): string[] {
  return [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])].sort()
}

/** Such as “America/New York (GMT-5)”. */
export function describeTimeZone(name: string, now: number): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone: name, timeZoneName: 'shortOffset' }).formatToParts(now)
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return `${name.replaceAll('_', ' ')} (${offset})`
}

/** Whether a time zone is meant by a text: part of its name, with blanks or underscores, or of its offset. */
export function matchesTimeZone({ value, label }: TimeZoneChoice, search: string): boolean {
  const expected = fold(search)
  return fold(label).includes(expected) || fold(value).includes(expected)
}

function fold(text: string): string {
  return text.toLowerCase().replaceAll('_', ' ').replaceAll('−', '-').trim()
}
