import { SignInRequired } from './errors.ts'

export interface TokenSource {
  /** The access token; a function is asked before every request. */
  token: string | (() => string | Promise<string>)
  /** Gets a new access token, after one was refused. Absent: who is refused has to sign in again. */
  refresh?: (() => string | Promise<string>) | undefined
}

/** The token to send, and its refresh, which requests that are refused at the same time share. */
export class Tokens {
  readonly #source: TokenSource
  /** What the source gave last, and what a refresh made of it. */
  #given: string | undefined
  #refreshed: string | undefined
  #refreshing: Promise<string> | undefined

  constructor(source: TokenSource) {
    this.#source = source
  }

  async current(): Promise<string> {
    const { token } = this.#source
    const given = typeof token === 'string' ? token : await token()
    if (given !== this.#given) this.#refreshed = undefined
    this.#given = given
    return this.#refreshed ?? given
  }

  /** A token in place of one that was refused. Throws SignInRequired when there is none. */
  async renew(refused: string): Promise<string> {
    const current = await this.current()
    if (current !== refused) return current
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = undefined
    })
    return this.#refreshing
  }

  async #refresh(): Promise<string> {
    const { refresh } = this.#source
    if (!refresh) throw new SignInRequired()
    try {
      const token = await refresh()
      this.#refreshed = token
      return token
    } catch (cause) {
      throw new SignInRequired({ cause })
    }
  }
}
