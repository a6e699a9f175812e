import { expect, test } from '@jest/globals'
import { runConformance, toText } from '../../conformance/index.ts'
import { beaconAuth as keyUploadAuth } from './key-upload/auth.ts'
import { BEACON_ERRORS as KEY_UPLOAD_ERRORS } from './key-upload/errors.ts'
import { beaconAuth as oauthAuth } from './oauth/auth.ts'
import { BEACON_ERRORS as OAUTH_ERRORS } from './oauth/errors.ts'
import { BEACON_VARIABLES as OAUTH_VARIABLES } from './oauth/settings.ts'
import { startBeacon } from './sandbox/index.ts'
import { createSignIn as createKeyUpload } from './sandbox/key-upload/sign-in.ts'
import { createSignIn as createOAuth } from './sandbox/oauth/sign-in.ts'
import { startServer } from './sandbox/server.ts'
import { startExample, type Variant } from './system.ts'
import { exercise } from './tests/beacon-mailroom/exercise.ts'
import { mailroom } from './vendor/beacon-mailroom/index.ts'
import { beacon } from './vendor/index.ts'

/** The example as `npm run new` copies it, with all capabilities and each kind of sign-in. */
const VARIANTS: readonly Variant[] = [
  { signIn: 'key', vendor: beacon, start: startBeacon },
  {
    signIn: 'oauth',
    vendor: {
      ...beacon,
      variables: OAUTH_VARIABLES,
      errors: OAUTH_ERRORS,
      applications: [{ ...mailroom, auth: oauthAuth }],
    },
    start: (options) => startServer(createOAuth, options),
  },
  {
    signIn: 'key-upload',
    vendor: { ...beacon, errors: KEY_UPLOAD_ERRORS, applications: [{ ...mailroom, auth: keyUploadAuth }] },
    start: (options) => startServer(createKeyUpload, options),
  },
]

test.each(VARIANTS)(
  'the example conforms to the provider interface, connected by $signIn',
  async (variant) => {
    const { url, key, connect, stop } = await startExample(variant)
    try {
      const samples = { ...exercise, person: 'ingrid@halden.example' }
      const accounts = [{ application: mailroom.name, connect, samples }]
      const report = await runConformance({ url, key, accounts, writes: true, refresh: true })
      expect(
        report.results.filter(({ outcome }) => outcome !== 'passed' && outcome !== 'skipped').length === 0 ||
          toText(report),
      ).toBe(true)
      expect(report.counts.passed).toBeGreaterThan(100)
    } finally {
      await stop()
    }
  },
  60_000,
)
