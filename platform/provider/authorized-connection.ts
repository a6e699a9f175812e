import type { SyncConnection } from '../model/sync.ts'
import { toConnectedProvider } from '../sync/request-bodies.ts'
import { type Credentials, calleeOf } from './credentials.ts'
import type { Trouble } from './outcome.ts'

/** A connection during a run, in which its credential may change. */
export class RunConnection {
  readonly #credentials: Pick<Credentials, 'fresh' | 'afterRefusal'>
  #current: SyncConnection

  constructor(connection: SyncConnection, credentials: Pick<Credentials, 'fresh' | 'afterRefusal'>) {
    this.#current = connection
    this.#credentials = credentials
  }

  get current(): SyncConnection {
    return this.#current
  }

  get callee() {
    return calleeOf(this.#current)
  }

  get connectedProvider() {
    return toConnectedProvider(this.#current)
  }

  /** Has the credential renewed if it is time. Answers why it may not be called. */
  async makeReady(): Promise<Trouble | undefined> {
    const { connection, trouble } = await this.#credentials.fresh(this.#current)
    this.#current = connection
    return trouble
  }

  /** After a refusal: undefined when there is a newer credential than the refused one, else what stops the run. */
  async renewAfter(refused: Trouble): Promise<Trouble | undefined> {
    const { accessToken } = this.#current.credential
    const { connection, trouble } = await this.#credentials.afterRefusal(this.#current)
    this.#current = connection
    return connection.credential.accessToken === accessToken ? (trouble ?? refused) : undefined
  }
}
