import type { ConnectedProvider } from '../../src/contract/index.ts'
import type { SyncConnection } from '../model/sync.ts'
import { type CallTarget, toCallTarget, toConnectedProvider } from './call-target.ts'
import type { Credentials } from './credentials.ts'
import type { CallFailure } from './outcome.ts'

/** A connection during a run or another series of calls, in which its credential may be renewed. */
export class AuthorizedConnection {
  readonly #credentials: Pick<Credentials, 'ensureFresh' | 'renewAfterRejection'>
  #current: SyncConnection

  constructor(connection: SyncConnection, credentials: Pick<Credentials, 'ensureFresh' | 'renewAfterRejection'>) {
    this.#current = connection
    this.#credentials = credentials
  }

  get current(): SyncConnection {
    return this.#current
  }

  get target(): Required<CallTarget> {
    return toCallTarget(this.#current)
  }

  get connectedProvider(): ConnectedProvider {
    return toConnectedProvider(this.#current)
  }

  /** Refreshes the credential if it is due. Returns why the connection cannot be used; undefined: it can. */
  async ensureFresh(): Promise<CallFailure | undefined> {
    const { connection, failure } = await this.#credentials.ensureFresh(this.#current)
    this.#current = connection
    return failure
  }

  /** Returns undefined when there is a newer credential than the rejected one, otherwise the failure to report. */
  async renewAfterRejection(rejection: CallFailure): Promise<CallFailure | undefined> {
    const { accessToken } = this.#current.credential
    const { connection, failure } = await this.#credentials.renewAfterRejection(this.#current)
    this.#current = connection
    return connection.credential.accessToken === accessToken ? (failure ?? rejection) : undefined
  }
}
