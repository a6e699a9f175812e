import { DelegateBackoff, handleAll, retry } from 'cockatiel'
import type { ConnectedProviderRegistration } from '../contract/index.ts'
import type { Hub } from '../hub.ts'
import { ProviderError } from '../kit/errors.ts'
import { omitUndefined } from '../runtime/omit.ts'
import { registrationUrls } from './platform-key.ts'

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
  const [first, second] = registrationUrls(hub.config)
  const request = toRequest(registration, application, hub)
  const status = await post(first, request, hub)
  const isMissing = status === 404 || status === 405
  const final = isMissing && second ? await post(second, request, hub) : status
  hub.platformKey.record(final)
  // 409: the platform has this registration already.
  if ((final >= 200 && final < 300) || final === 409) return
  throw toRegistrationError(final)
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

const UNREACHABLE = 'The account was accepted, but the platform could not be reached, so nothing was stored.'

const NOT_WAITING =
  'The platform is not waiting for this account: it has another one already, or too much time has passed.'
const KEY_REJECTED =
  'The account was accepted, but the platform does not accept the key of this provider, so nothing was stored.'

function toRegistrationError(status: number): ProviderError {
  const cause = new PlatformError(status)
  if (status === 404) {
    const page = { next: 'Start the connection again in the platform.' }
    return new ProviderError(502, 'vendor-error', NOT_WAITING, { cause, page })
  }
  if (status === 401 || status === 403) {
    const page = {
      next: 'Trying again does not help. Please tell the operator to set the same PLATFORM_API_KEY on both sides.',
    }
    return new ProviderError(502, 'vendor-error', KEY_REJECTED, { cause, page })
  }
  return new ProviderError(502, 'vendor-error', UNREACHABLE, { cause })
}
