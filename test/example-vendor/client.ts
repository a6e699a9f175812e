import type { Call } from '../../src/kit/application.ts'
import { callVendor, type VendorClientOptions } from '../../src/kit/http.ts'
import { readText } from '../../src/kit/response-body.ts'
import { toProviderError } from '../../src/kit/vendor-errors.ts'
import { omitUndefined } from '../../src/runtime/omit.ts'
import { parseRetryAfter } from '../../src/runtime/retry-after.ts'
import { holdSecret } from '../../src/runtime/secret.ts'
import { BEACON_ERRORS } from './errors.ts'
import { type BeaconSettings, toApiOrigin } from './settings.ts'

/** An account with its API key. `email` keys the limit of concurrent requests. */
export interface Account {
  accessToken: string
  email: string
}

class ResponseError extends Error {
  readonly status: number
  readonly retryAfter: string | null

  constructor({ status, headers }: Response) {
    super(`Beacon returned ${status}`)
    this.status = status
    this.retryAfter = headers.get('retry-after')
  }
}

/** Reads a path of Beacon's API. Throws a ProviderError. */
export async function fetchJson<Body>(path: string, account: Account, call: Call<BeaconSettings>): Promise<Body> {
  const { accessToken, email } = account
  holdSecret(accessToken)
  const options: VendorClientOptions = {
    vendor: 'Beacon',
    maxConcurrent: 4,
    toError: (error) => toBeaconError(error, call.clock()),
  }
  return callVendor(call, options, {
    account: email,
    send: async (signal) => {
      const headers = { 'X-Api-Key': accessToken }
      const response = await fetch(`${toApiOrigin(call.settings)}${path}`, { headers, redirect: 'manual', signal })
      const text = await readText(response.body)
      if (response.status !== 200) throw new ResponseError(response)
      return JSON.parse(text) as Body
    },
  })
}

function toBeaconError(error: unknown, now: number) {
  const { status = 0, retryAfter } = error instanceof ResponseError ? error : {}
  const retryAfterMs = parseRetryAfter(retryAfter ?? undefined, now)
  const cause = { message: error instanceof Error ? error.message : String(error), status }
  return toProviderError(BEACON_ERRORS, 'Beacon', {
    at: 'api',
    status,
    reasons: [],
    cause,
    ...omitUndefined({ retryAfterMs }),
  })
}
