import type { ConnectedProvider } from '../../contract/index.ts'
import type { Call, Settings } from '../application.ts'

/**
 * Looks up something that rarely changes, such as the address of a person, once in ten minutes for each connection: pages
 * of a sync, and syncs of the same window, use the result again. `key` is the vendor's id. Rejects as `fetch` does; a
 * failure is not remembered.
 */
export function lookUp<Result, S extends Settings>(
  call: Call<S>,
  connection: ConnectedProvider,
  key: string,
  fetch: () => Promise<Result>,
): Promise<Result> {
  const { connectionId, credential } = connection
  const hash = call.keys.sign('memory', JSON.stringify([call.application, connectionId, credential.email, key]))
  const { lookups } = call.memory
  const running = lookups.get(hash) as Promise<Result> | undefined
  // It may belong to another request, whose time is used up or whose caller is gone.
  if (running) return running.catch(() => lookUp(call, connection, key, fetch))
  const result = fetch()
  lookups.set(hash, result)
  // The caller handles the rejection of `result` itself.
  result.catch(() => lookups.delete(hash))
  return result
}
