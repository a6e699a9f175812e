/** What a person has chosen for this browser. Nothing secret. */
export interface Preferences {
  /** IANA name of the time zone in which days begin. */
  timeZone: string
  /** BCP 47 language tag of dates and numbers. */
  locale: string
}

/** Where they are stored in the browser. */
export const PREFERENCES_KEY = 'provider-hub.preferences'

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
    const stored = JSON.parse(localStorage.getItem(PREFERENCES_KEY) ?? '{}') as Partial<Preferences>
    const { timeZone = defaults.timeZone, locale = defaults.locale } = stored
    new Intl.DateTimeFormat(locale, { timeZone })
    return { timeZone, locale }
  } catch {
    return defaults
  }
}

/** Stores them. Pages that are open show them at once. */
export function writePreferences(preferences: Preferences): void {
  current = preferences
  try {
    localStorage.setItem(PREFERENCES_KEY, JSON.stringify(preferences))
  } catch {
    // A browser that stores nothing has them until the page is loaded again.
  }
  notifyListeners()
}

/** Forgets what was chosen, so that the browser's own time zone and language apply. */
export function forgetPreferences(): void {
  current = undefined
  try {
    localStorage.removeItem(PREFERENCES_KEY)
  } catch {
    // Nothing was stored.
  }
  notifyListeners()
}

const listeners = new Set<() => void>()

function notifyListeners(): void {
  for (const listener of listeners) listener()
}

/** Calls back when they have changed, also in another window of this browser. Returns a function that ends it. */
export function subscribePreferences(listener: () => void): () => void {
  const onStored = ({ key }: StorageEvent) => {
    if (key !== PREFERENCES_KEY && key !== null) return
    current = undefined
    listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', onStored)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStored)
  }
}
