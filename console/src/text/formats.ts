/** The formats of the browser, each made once: making one takes longer than using it many times. */
const formats = new Map<string, Intl.DateTimeFormat | Intl.NumberFormat | Intl.RelativeTimeFormat>()

/** Formats times (epoch ms). Throws RangeError if the locale or the time zone does not exist. */
export function dateTimeFormat(locale: string | undefined, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return once(['date', locale, options], () => new Intl.DateTimeFormat(locale, options))
}

/** Formats numbers. Throws RangeError if the locale or the unit does not exist. */
export function numberFormat(locale: string | undefined, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  return once(['number', locale, options], () => new Intl.NumberFormat(locale, options))
}

/** Formats distances in time, such as “yesterday”. */
export function relativeTimeFormat(locale: string | undefined): Intl.RelativeTimeFormat {
  return once(['relative', locale], () => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))
}

function once<Format extends Intl.DateTimeFormat | Intl.NumberFormat | Intl.RelativeTimeFormat>(
  key: readonly unknown[],
  make: () => Format,
): Format {
  const name = JSON.stringify(key)
  const found = (formats.get(name) as Format | undefined) ?? make()
  formats.set(name, found)
  return found
}
