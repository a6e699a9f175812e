/** What a person has chosen for this browser. Nothing secret. */
export interface Preferences {
  /** IANA name of the time zone in which days begin. */
  timeZone: string
  /** BCP 47 language tag of dates and numbers. */
  locale: string
}

const KEY = 'provider-hub.preferences'

export function defaultPreferences(): Preferences {
  const { timeZone, locale } = Intl.DateTimeFormat().resolvedOptions()
  return { timeZone, locale }
}

/** Read once, because every date on a page is formatted by them. */
let current: Preferences | undefined

/** The stored preferences, and the browser's own for what was never chosen or is not valid. */
export function readPreferences(): Preferences {
  current ??= readStored()
  return current
}

function readStored(): Preferences {
  const defaults = defaultPreferences()
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Preferences>
    const { timeZone = defaults.timeZone, locale = defaults.locale } = stored
    new Intl.DateTimeFormat(locale, { timeZone })
    return { timeZone, locale }
  } catch {
    return defaults
  }
}

/** Stores them. Pages that are open show them after they are rendered again. */
export function writePreferences(preferences: Preferences): void {
  current = preferences
  try {
    localStorage.setItem(KEY, JSON.stringify(preferences))
  } catch {
    // A browser that stores nothing has them until the page is loaded again.
  }
}
