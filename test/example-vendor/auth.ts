import type { AuthCheckRequest, AuthCheckResult } from '../../src/contract/index.ts'
import type { Auth, Call } from '../../src/kit/application.ts'
import { apiKeyAuth } from '../../src/kit/key-connections/api-key.ts'
import { FieldError } from '../../src/kit/key-connections/form.ts'
import { type Account, fetchJson } from './client.ts'
import type { BeaconSettings } from './settings.ts'

interface Me {
  id: string
  address: string
  name: string
}

const fetchMe = (account: Account, call: Call<BeaconSettings>) => fetchJson<Me>('/v1/me', account, call)

/** The `auth` handlers of Beacon's applications: a form for an API key. */
export const beaconAuth: Auth<BeaconSettings> = {
  ...apiKeyAuth<BeaconSettings>({
    vendor: 'Beacon',
    form: {
      title: 'Connect Beacon',
      introduction: ['Create a key in Beacon under Settings › API keys.'],
      fields: [{ kind: 'text', name: 'apiKey', label: 'API key', secret: true, read: readKey }],
    },
    validate: async ({ apiKey = '' }, call) => {
      // The address is not known yet, so a fingerprint of the key limits the concurrent requests.
      const account = { accessToken: apiKey, email: call.keys.sign('memory', apiKey) }
      const { id, address, name } = await fetchMe(account, call)
      return { accessToken: apiKey, email: address, profile: { accountId: id, name } }
    },
    revalidate: async (credential, call) => {
      await fetchMe(credential, call)
    },
  }),
  check,
}

function readKey(text: string): string {
  if (/^bk_[a-z0-9]{16,64}$/.test(text)) return text
  throw new FieldError('This is not a key of Beacon: it begins with “bk_”.')
}

async function check({ credential }: AuthCheckRequest, call: Call<BeaconSettings>): Promise<AuthCheckResult> {
  const { id } = await fetchMe(credential, call)
  return { status: 'ok', accountId: id }
}
