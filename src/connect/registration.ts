import { DelegateBackoff, handleAll, retry } from 'cockatiel'
import type { ConnectedProviderRegistration } from '../contract/index.ts'
import type { Hub } from '../hub.ts'
import { ProviderError } from '../kit/errors.ts'

/** Where the platform takes registrations when PLATFORM_ENVIRONMENT_URL names no path. */
const DEFAULT_PATH = '/api/v1/connections/registration'
const ATTEMPT_MS = 10_000
const FIRST_WAIT_MS = 500
const MOST_RETRIES = 2

/** Posts a new connection to the platform. Throws a 502 when the platform does not take it. */
export async function register(registration: ConnectedProviderRegistration, hub: Hub): Promise<void> {
  const [first, second] = addresses(hub)
  const status = await post(first, registration, hub)
  const missed = status === 404 || status === 405
  const final = missed && second ? await post(second, registration, hub) : status
  // 409: the platform has this registration already.
  if ((final >= 200 && final < 300) || final === 409) return
  throw refused(final)
}

/** The address to try, and for a bare origin the one to try when that is not there. */
function addresses({ config }: Hub): [string, string?] {
  const { platformUrl, registrationPath } = config
  const url = new URL(platformUrl)
  if (registrationPath) return [new URL(registrationPath, url).toString()]
  return url.pathname === '/' ? [new URL(DEFAULT_PATH, url).toString(), url.toString()] : [url.toString()]
}

/** The platform's status, after up to three tries while it is unreachable or failing. */
async function post(address: string, registration: ConnectedProviderRegistration, hub: Hub): Promise<number> {
  const backoff = new DelegateBackoff<{ attempt: number }>(({ attempt }) => FIRST_WAIT_MS * 2 ** (attempt - 1))
  const policy = retry(handleAll, { maxAttempts: MOST_RETRIES, backoff })
  try {
    return await policy.execute(() => attempt(address, registration, hub))
  } catch (error) {
    if (error instanceof PlatformFailing) return error.status
    throw new ProviderError(502, 'vendor-error', UNREACHABLE, { cause: error })
  }
}

async function attempt(address: string, registration: ConnectedProviderRegistration, hub: Hub): Promise<number> {
  const key = hub.config.platformKey?.reveal()
  const response = await hub.fetch(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(key ? { Authorization: `Bearer ${key}` } : {}) },
    body: JSON.stringify(registration),
    redirect: 'manual',
    signal: AbortSignal.timeout(ATTEMPT_MS),
  })
  await response.body?.cancel()
  if (response.status >= 500) throw new PlatformFailing(response.status)
  return response.status
}

class PlatformFailing extends Error {
  readonly status: number

  constructor(status: number) {
    super(`the platform answered a registration with ${status}`)
    this.status = status
  }
}

const UNREACHABLE =
  'Your account was connected, but the platform could not be told. Try again in a few minutes; nothing was stored.'

function refused(status: number): ProviderError {
  const detail =
    status === 404 ? 'The platform does not know this connection any more. Start it again there.' : UNREACHABLE
  return new ProviderError(502, 'vendor-error', detail, { cause: new PlatformFailing(status) })
}
