import type { ConnectedProvider } from '../../contract/index.ts'
import type { Call, Settings } from '../application.ts'

/** How long pages may fail because of the same entry before it is left out (ms). Until then the vendor may be unavailable. */
export const MAX_FAILING_MS = 3_600_000

/** A listed message, meeting or transcript, with the number of failed attempts of the same sync. */
interface Entry {
  tries: number
}

/** For how long pages have failed because of an entry (ms), with the page that fails now; 0 for the first one. */
export type FailingTime = (entry: Entry) => number

/**
 * Remembers for each entry of a connection when a page first failed because of it. A cursor cannot: a page that fails has
 * none, and the next sync begins anew. Another copy of the hub, or this one after a restart, begins to count again.
 */
export function rememberFailures<S extends Settings>(
  call: Call<S>,
  { connectionId, credential }: ConnectedProvider,
): FailingTime {
  const { failures } = call.memory
  return (entry) => {
    const key = JSON.stringify([call.application, connectionId, credential.email, { ...entry, tries: 0 }])
    const hash = call.keys.sign('memory', key)
    const now = call.clock()
    const since = failures.get(hash) ?? now
    // Also if it is known, because it then is remembered for longer.
    failures.set(hash, since)
    return now - since
  }
}
