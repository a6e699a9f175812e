import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { omitUndefined } from '../runtime/omit.ts'

const CHECK_INTERVAL_MS = 60_000
/** Until the platform responds for the first time: it may start after the hub. */
const FIRST_INTERVAL_MS = 5_000
const TIMEOUT_MS = 10_000
/** The hub starts first: loading Node's fetch takes as long as a tenth of that. */
const START_MS = 200

/** The platform's registration endpoint if PLATFORM_ENVIRONMENT_URL has no path. */
const DEFAULT_PATH = '/api/v1/connections/registration'

export interface PlatformKeyDeps {
  config: Pick<Config, 'platformUrl' | 'registrationPath' | 'platformKey'>
  log: Logger
  fetch: typeof fetch
}

/**
 * Whether the platform accepts the key of the hub. A registration without content, which changes nothing, is refused as
 * unauthorized with a wrong key and as invalid with the right one.
 */
export class PlatformKey {
  readonly #deps: PlatformKeyDeps
  #isAccepted: boolean | undefined

  constructor(deps: PlatformKeyDeps) {
    this.#deps = deps
  }

  /** Undefined: not known, because the platform has not responded yet. */
  get isAccepted(): boolean | undefined {
    return this.#isAccepted
  }

  /** Records the platform's status in response to the key, and logs when that changes. */
  record(status: number): void {
    if (status >= 500) return
    const isAccepted = status !== 401 && status !== 403
    const before = this.#isAccepted
    this.#isAccepted = isAccepted
    if (isAccepted === before) return
    const { log } = this.#deps
    if (!isAccepted) {
      log.error(
        { status },
        'the platform rejected the platform key: nobody can connect an account; check that PLATFORM_API_KEY is the same on both sides',
      )
    } else if (before === false) log.info({}, 'the platform accepts the platform key again')
  }

  /** Checks soon and then every minute, until `stopping` is aborted. */
  watch(stopping: AbortSignal): void {
    // Rejects when `stopping` is aborted.
    const wait = (milliseconds: number) =>
      pause(milliseconds, undefined, { signal: stopping, ref: false }).catch(() => undefined)
    const checkUntilStopped = async () => {
      await wait(START_MS)
      while (!stopping.aborted) {
        await this.check()
        await wait(this.#isAccepted === undefined ? FIRST_INTERVAL_MS : CHECK_INTERVAL_MS)
      }
    }
    void checkUntilStopped()
  }

  /** Never rejects: a platform that does not respond says nothing about the key. */
  async check(): Promise<void> {
    try {
      for (const url of registrationUrls(this.#deps.config)) {
        const status = await this.#post(url)
        if (status === 404 || status === 405) continue
        this.record(status)
        return
      }
    } catch {
      // Tried again later.
    }
  }

  async #post(url: string): Promise<number> {
    const key = this.#deps.config.platformKey?.reveal()
    const response = await this.#deps.fetch(url, {
      method: 'POST',
      headers: omitUndefined({
        'Content-Type': 'application/json',
        Authorization: key ? `Bearer ${key}` : undefined,
      }),
      body: '{}',
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await response.body?.cancel()
    return response.status
  }
}

/** The URL of the registration endpoint and, for a bare origin, a second one to try if the first does not exist. */
export function registrationUrls({
  platformUrl,
  registrationPath,
}: Pick<Config, 'platformUrl' | 'registrationPath'>): [string] | [string, string] {
  const url = new URL(platformUrl)
  if (registrationPath) return [new URL(registrationPath, url).toString()]
  // A query, for example of a gateway, belongs to either.
  return url.pathname === '/' ? [new URL(DEFAULT_PATH + url.search, url).toString(), url.toString()] : [url.toString()]
}
