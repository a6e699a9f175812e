import type { AuthCheckRequest, AuthCheckResult, Credential } from '../../../src/contract/index.ts'
import type { Call } from '../../../src/kit/application.ts'
import type { Identity } from '../../../src/kit/oauth/vendor.ts'
import { type Account, fetchJson } from './client.ts'
import type { BeaconSettings } from './settings.ts'

/** The response of `/v1/me`. */
interface Me {
  id: string
  address: string
  name: string
  /** The workspace in the browser: `https://meridian.beacon.example`. */
  url: string
}

/** The account of a token that was just issued or entered. Throws a ProviderError. */
export async function identify(accessToken: string, call: Call<BeaconSettings>): Promise<Identity> {
  // The address is not known yet, so a fingerprint of the token keys the limit of concurrent requests.
  const account = { accessToken, email: call.keys.sign('memory', accessToken) }
  const { id, address, name, url } = await fetchMe(account, call)
  return { email: address, accountId: id, instanceUrl: url.replace(/\/+$/, ''), profile: { name } }
}

/** Whether the credential is accepted. Throws a ProviderError if not. */
export async function check({ credential }: AuthCheckRequest, call: Call<BeaconSettings>): Promise<AuthCheckResult> {
  const { id } = await fetchMe(credential, call)
  return { status: 'ok', accountId: id }
}

function fetchMe(account: Account, call: Call<BeaconSettings>): Promise<Me> {
  return fetchJson('/v1/me', {}, account, call)
}

/** The address of a page in Beacon's UI, from its segments. */
export function toWebUrl({ instanceUrl }: Pick<Credential, 'instanceUrl'>, ...segments: string[]): string {
  return [instanceUrl ?? 'https://app.beacon.example', ...segments.map(encodeURIComponent)].join('/')
}
