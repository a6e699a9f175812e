import { DelegateBackoff, handleAll, retry } from 'cockatiel'
import type { ConnectedProviderRegistration } from '../contract/index.ts'
import type { Hub } from '../hub.ts'
import { ProviderError } from '../kit/errors.ts'
import { omitUndefined } from '../runtime/omit.ts'

/** The platform's registration endpoint if PLATFORM_ENVIRONMENT_URL has no path. */
const DEFAULT_PATH = '/api/v1/connections/registration'
const ATTEMPT_TIMEOUT_MS = 10_000
const BASE_DELAY_MS = 500
const MAX_RETRIES = 2

/** Names the application that was connected, so that a platform can compare it with the one it started. */
const APPLICATION_HEADER = 'X-Application'

/** Posts a new connection to the platform. Throws a ProviderError with status 502 if the platform does not accept it. */
export async function register(
  registration: ConnectedProviderRegistration,
  application: string,
  hub: Hub,
): Promise<void> {
  const [first, second] = registrationUrls(hub)
  const request = toRequest(registration, application, hub)
  const status = await post(first, request, hub)
  const isMissing = status === 404 || status === 405
  const final = isMissing && second ? await post(second, request, hub) : status
  // 409: the platform has this registration already.
  if ((final >= 200 && final < 300) || final === 409) return
  throw toRegistrationError(final)
}

/** The URL of the registration endpoint and, for a bare origin, a second one to try if the first does not exist. */
function registrationUrls({ config }: Hub): [string, string?] {
  const { platformUrl, registrationPath } = config
  const url = new URL(platformUrl)
  if (registrationPath) return [new URL(registrationPath, url).toString()]
  // A query, for example of a gateway, belongs to either.
  return url.pathname === '/' ? [new URL(DEFAULT_PATH + url.search, url).toString(), url.toString()] : [url.toString()]
}

/** Returns the platform's status, after up to two retries if the platform is unreachable or fails. */
async function post(address: string, request: RequestInit, hub: Hub): Promise<number> {
  const backoff = new DelegateBackoff<{ attempt: number }>(({ attempt }) => BASE_DELAY_MS * 2 ** (attempt - 1))
  const policy = retry(handleAll, { maxAttempts: MAX_RETRIES, backoff })
  try {
    return await policy.execute(() => attempt(address, request, hub))
  } catch (error) {
    if (error instanceof PlatformError) return error.status
    throw new ProviderError(502, 'vendor-error', UNREACHABLE, { cause: error })
  }
}

function toRequest(registration: ConnectedProviderRegistration, application: string, { config }: Hub): RequestInit {
  const key = config.platformKey?.reveal()
  return {
    method: 'POST',
    headers: omitUndefined({
      'Content-Type': 'application/json',
      [APPLICATION_HEADER]: application,
      Authorization: key ? `Bearer ${key}` : undefined,
    }),
    body: JSON.stringify(registration),
    redirect: 'manual',
  }
}

async function attempt(address: string, request: RequestInit, hub: Hub): Promise<number> {
  const response = await hub.fetch(address, { ...request, signal: AbortSignal.timeout(ATTEMPT_TIMEOUT_MS) })
  await response.body?.cancel()
  if (response.status >= 500) throw new PlatformError(response.status)
  return response.status
}

class PlatformError extends Error {
  readonly status: number

  constructor(status: number) {
    super(`the platform responded to a registration with status ${status}`)
    this.status = status
  }
}

const UNREACHABLE =
  'You signed in, but the platform could not be reached. Nothing was stored. Try again in a few minutes.'

function toRegistrationError(status: number): ProviderError {
  const detail =
    status === 404
      ? 'The platform does not wait for this account: it has another one already, or too much time has passed. Start the connection there again.'
      : UNREACHABLE
  return new ProviderError(502, 'vendor-error', detail, { cause: new PlatformError(status) })
}
