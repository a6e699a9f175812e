import type { ConnectedProvider } from '../../src/contract/index.ts'
import type { SyncConnection } from '../model/sync.ts'

/** The provider that a call is sent to, and the connection it is made for. */
export interface CallTarget {
  /** The base URL of the provider. */
  providerUrl: string
  /** Absent for calls that are made for no connection, such as reading the definition. */
  connectionId?: string
  application?: string
  /** Texts that are removed from errors. */
  secrets?: readonly string[]
}

export function toCallTarget({
  providerUrl,
  connectionId,
  application,
  credential,
}: SyncConnection): Required<CallTarget> {
  const { accessToken, refreshToken } = credential
  return { providerUrl, connectionId, application, secrets: refreshToken ? [accessToken, refreshToken] : [accessToken] }
}

/** The connection as request bodies carry it. */
export function toConnectedProvider(connection: SyncConnection): ConnectedProvider {
  const { connectionId, provider, application, credential } = connection
  return { connectionId, provider, application, credential }
}
