import type { Auth } from '../../../src/kit/application.ts'
import { apiKeyAuth } from '../../../src/kit/key-connections/api-key.ts'
import { FieldError } from '../../../src/kit/key-connections/form.ts'
import { omitUndefined } from '../../../src/runtime/omit.ts'
import { check, identify } from './account.ts'
import type { BeaconSettings } from './settings.ts'

/** The `auth` handlers of Beacon's applications: a form for an API key. */
export const beaconAuth: Auth<BeaconSettings> = {
  ...apiKeyAuth<BeaconSettings>({
    vendor: 'Beacon',
    form: {
      title: 'Connect Beacon',
      introduction: ['Create a key in Beacon under Settings › API keys.'],
      fields: [{ kind: 'text', name: 'beaconKey', label: 'API key', secret: true, read: readKey }],
    },
    validate: async ({ beaconKey = '' }, call) => {
      const { email, accountId, instanceUrl, profile } = await identify(beaconKey, call)
      return { accessToken: beaconKey, email, ...omitUndefined({ instanceUrl }), profile: { ...profile, accountId } }
    },
    revalidate: async (credential, call) => {
      await identify(credential.accessToken, call)
    },
  }),
  check,
}

function readKey(text: string): string {
  if (/^key_[a-z0-9]{16,64}$/.test(text)) return text
  throw new FieldError('This is not a key of Beacon: it begins with “key_”.')
}
