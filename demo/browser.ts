import { omitUndefined } from '../src/runtime/omit.ts'

const MAX_REDIRECTS = 10

/** Headers of a browser navigation. */
const NAVIGATION = {
  Accept: 'text/html,application/xhtml+xml',
  'Sec-Fetch-Mode': 'navigate',
  'User-Agent': 'Mozilla/5.0 (demo)',
}

/** A minimal browser for sign-in flows: keeps cookies per origin and follows redirects. */
export class Browser {
  readonly #cookies = new Map<string, Map<string, string>>()

  /**
   * Opens an address, follows its redirects and returns the last page. Stops before a redirect to `until`, the
   * redirect URI of an application that is not running. Throws after too many redirects.
   */
  async open(
    address: string,
    form?: URLSearchParams | FormData,
    until?: string,
  ): Promise<{ address: string; status: number; page: string }> {
    let current = address
    let body = form
    for (let step = 0; step < MAX_REDIRECTS; step += 1) {
      const response = await this.#send(current, body)
      const location = response.headers.get('Location')
      if (!location || response.status < 300 || response.status > 399) {
        return { address: current, status: response.status, page: await response.text() }
      }
      await response.body?.cancel()
      current = new URL(location, current).toString()
      if (until && current.startsWith(until)) return { address: current, status: response.status, page: '' }
      body = undefined
    }
    throw new Error(`${new URL(address).origin} redirects too often`)
  }

  async #send(address: string, form?: URLSearchParams | FormData): Promise<Response> {
    const { origin } = new URL(address)
    const jar = this.#cookies.get(origin) ?? new Map<string, string>()
    this.#cookies.set(origin, jar)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const init = omitUndefined({
      redirect: 'manual' as const,
      headers: omitUndefined({ ...NAVIGATION, Cookie: cookie || undefined }),
      method: form && 'POST',
      body: form,
    })
    const response = await fetch(address, init)
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (name === undefined || value === undefined) continue
      if (/max-age=0/i.test(line)) jar.delete(name)
      else jar.set(name, value)
    }
    return response
  }
}
