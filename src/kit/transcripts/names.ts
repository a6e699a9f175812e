const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** The day of an instant (epoch ms) in UTC: `2 November 2026`. */
export function toDay(instant: number): string {
  return DAY.format(instant)
}

/** The title of a meeting without one: `<kind>, 2 November 2026`, where `kind` is the name of the product. */
export function toDefaultTitle(kind: string, dateStart: number): string {
  return `${kind}, ${toDay(dateStart)}`
}

/** The name of a meeting in warnings: `“Weekly” (2 November 2026)`. A default title already contains the day. */
export function toMeetingName(title: string, dateStart: number): string {
  const day = toDay(dateStart)
  return title.endsWith(day) ? `“${title}”` : `“${title}” (${day})`
}
