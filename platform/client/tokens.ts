import { GraphRequestError, SignInRequired } from './errors.ts'

export interface TokenSource {
  /** The access token. A function is called before every request. */
  token: string | (() => string | Promise<string>)
  /**
   * Returns a new access token after one was rejected. Without it, and when it throws, the person has to sign in again. A
   * GraphRequestError that it throws is passed on instead, for an issuer that cannot be reached now: use the code
   * SERVICE_UNAVAILABLE.
   */
  refresh?: (() => string | Promise<string>) | undefined
}

/** The token to send, and its refresh, which concurrent requests share. */
export class Tokens {
  readonly #source: TokenSource
  /** The last token of the source, and the one that a refresh replaced it with. */
  #original: string | undefined
  #refreshed: string | undefined
  #refreshing: Promise<string> | undefined

  constructor(source: TokenSource) {
    this.#source = source
  }

  async current(): Promise<string> {
    const { token } = this.#source
    const original = typeof token === 'string' ? token : await token()
    if (original !== this.#original) this.#refreshed = undefined
    this.#original = original
    return this.#refreshed ?? original
  }

  /**
   * Returns a token that replaces a rejected one. Throws SignInRequired when there is none, and the GraphRequestError of
   * `refresh` when none is available now.
   */
  async renew(rejected: string): Promise<string> {
    const current = await this.current()
    if (current !== rejected) return current
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
      if (cause instanceof GraphRequestError) throw cause
      throw new SignInRequired({ cause })
    }
  }
}
