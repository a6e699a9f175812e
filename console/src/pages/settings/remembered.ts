import { PREFERENCES_KEY } from '../../text/preferences.ts'

/** Something that this browser keeps between visits, or this tab until it is closed. */
export interface Remembered {
  key: string
  place: 'browser' | 'tab'
  label: string
  /** In characters. */
  size: number
}

const COLOR_SCHEME_KEY = 'mantine-color-scheme-value'
const LABELS: readonly [prefix: string, label: string][] = [
  [PREFERENCES_KEY, 'Your time zone and format of dates'],
  [COLOR_SCHEME_KEY, 'The colours you have chosen'],
  ['provider-hub.draft.', 'A draft of a note that is not saved'],
  ['oidc.', 'A sign-in that was not finished'],
]

/** Everything that is stored, whoever has stored it. */
export function listRemembered(local: Storage, session: Storage): Remembered[] {
  return [...entriesOf(local, 'browser'), ...entriesOf(session, 'tab')]
}

function entriesOf(storage: Storage, place: Remembered['place']): Remembered[] {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index)).filter((key) => key !== null)
  return keys.sort().map((key) => ({ key, place, label: labelOf(key), size: storage.getItem(key)?.length ?? 0 }))
}

function labelOf(key: string): string {
  return LABELS.find(([prefix]) => key.startsWith(prefix))?.[1] ?? key
}

/** Whether it is the choice of colours, which the page applies at once. */
export function isColorScheme({ key }: Remembered): boolean {
  return key === COLOR_SCHEME_KEY
}

export function isPreferences({ key }: Remembered): boolean {
  return key === PREFERENCES_KEY
}
