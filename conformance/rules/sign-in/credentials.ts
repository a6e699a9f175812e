import type { Credential } from '../../../src/contract/index.ts'
import { AuthCheckResponse, AuthRefreshResponse } from '../../../src/contract/index.ts'
import type { Rule } from '../../rule.ts'
import { CAPABILITIES } from '../../run/capabilities.ts'
import type { Check } from '../../run/check.ts'
import type { Reply } from '../../run/client.ts'
import { INVENTED_TOKEN, sampleNeeded, validBody } from '../../run/subject.ts'
import { SPECIFICATION } from '../../specification/sentences.ts'
import { expectInvalid, expectProblem, requireBody } from '../expect.ts'

const TENANT = CAPABILITIES.filter(({ needsInstanceUrl }) => needsInstanceUrl).map(({ name }) => name)
/** The routes that lead to the vendor with the access token. /auth/refresh has a rule of its own. */
const CALLS = CAPABILITIES.map(({ name }) => name).filter((name) => !['check', 'refresh', 'inputs'].includes(name))
/** Tokens and dates, which a refresh replaces. */
const REPLACED = ['accessToken', 'refreshToken', 'dateExpiry', 'dateRefreshExpiry']

/** Rules about credentials: expired, checked, refreshed. */
export const credentialRules: readonly Rule[] = [
  {
    id: 'credential.expired',
    level: 'must',
    requires:
      'A token that the vendor does not accept is the problem credentials-expired with status 401, and nothing else.',
    source: SPECIFICATION.vendor401,
    remedy:
      'Turn every 401 of the vendor into a CredentialsExpiredError: the platform asks the person to connect again.',
    scope: 'capability',
    capabilities: CALLS,
    needs: ['account'],
    run: async (check, subject) => {
      const { sample } = subject.capability
      // A provider may refuse an invented address, function or table before it calls the vendor.
      if (sample && !subject.samples[sample]) check.skip(sampleNeeded(sample))
      const { credential } = await subject.connection()
      const body = await validBody(subject, { credential: { ...credential, accessToken: INVENTED_TOKEN } })
      expectExpired(check, await check.send({ path: subject.path, body }), 'an invented token')
    },
  },
  {
    id: 'credential.instance-url',
    level: 'must',
    requires: 'A write or tag without the URL of the vendor’s tenant is refused before anything else.',
    source: SPECIFICATION.needsInstanceUrl,
    remedy: 'Require credential.instanceUrl on these routes, and refuse others with a ValidationError.',
    scope: 'capability',
    capabilities: TENANT,
    needs: ['account'],
    run: async (check, subject) => {
      const { instanceUrl: _, ...credential } = (await subject.connection()).credential
      const body = await validBody(subject, { credential })
      expectInvalid(check, await check.send({ path: subject.path, body }), 'a credential without instanceUrl')
    },
  },
  {
    id: 'check.ok',
    level: 'must',
    requires: 'The check of a fresh credential is ok.',
    source: SPECIFICATION.checkResult,
    remedy: 'Return { result: { status: "ok" } } if the account has what the application needs.',
    scope: 'capability',
    capabilities: ['check'],
    needs: ['account'],
    run: async (check, subject) => {
      const reply = await check.send({ path: subject.path, body: await validBody(subject) })
      const { result } = requireBody(check, reply, AuthCheckResponse)
      check.expect(result.status === 'ok', `the status of the check is ${result.status}: ${result.message}`)
    },
  },
  {
    id: 'refresh.rejected',
    level: 'must',
    requires: 'A refresh with a token that the vendor does not accept is the problem credentials-expired.',
    source: SPECIFICATION.refreshRejected,
    remedy: 'Throw CredentialsExpiredError when the vendor rejects the refresh token, or when there is none.',
    scope: 'capability',
    capabilities: ['refresh'],
    needs: ['account'],
    run: async (check, subject) => {
      const { credential } = await subject.connection()
      const { refreshToken, ...dead } = { ...credential, accessToken: INVENTED_TOKEN }
      const credentials = refreshToken === undefined ? [dead] : [{ ...dead, refreshToken: INVENTED_TOKEN }, dead]
      for (const invented of credentials) {
        const title = 'refreshToken' in invented ? 'an invented refresh token' : 'no refresh token'
        const body = await validBody(subject, { credential: invented })
        expectExpired(check, await check.send({ path: subject.path, body }), title)
      }
    },
  },
  {
    id: 'refresh.fields',
    level: 'must',
    requires: 'A refresh changes tokens and expiry of the credential, and nothing else; the new credential works.',
    source: SPECIFICATION.refreshedCredential,
    remedy:
      'Return { credential: { ...old, accessToken, refreshToken, dateExpiry } }, with the old refresh token if there is no new one.',
    scope: 'capability',
    capabilities: ['refresh'],
    needs: ['account', 'refresh'],
    run: async (check, subject) => {
      const connected = (await subject.account?.connect()) ?? (await subject.connection())
      const reply = await check.send({ path: subject.path, body: { connectedProvider: connected } })
      if (connected.credential.refreshToken === undefined && reply.status === 401) {
        expectExpired(check, reply, 'a credential without a refresh token')
        check.skip('the vendor has issued no refresh token')
      }
      const { credential } = requireBody(check, reply, AuthRefreshResponse) as { credential: Credential }
      subject.holdCredential(credential)
      await subject.account?.onRefresh?.(credential)
      const before = connected.credential as Record<string, unknown>
      const after = credential as Record<string, unknown>
      const changed = Object.keys(before).filter(
        (name) => !REPLACED.includes(name) && JSON.stringify(after[name]) !== JSON.stringify(before[name]),
      )
      check.expect(changed.length === 0, `the refresh changes or drops ${changed.join(', ')}`)
      const lost = REPLACED.slice(0, 3).filter((name) => before[name] !== undefined && after[name] === undefined)
      check.expect(lost.length === 0, `the refresh drops ${lost.join(', ')}`)
      const { dateExpiry = MIN_EXPIRY } = credential
      check.expect(dateExpiry >= MIN_EXPIRY, `the new dateExpiry is ${dateExpiry}, which looks like seconds`)
      const body = { application: connected.application, credential }
      const checked = await check.send({ path: '/auth/check', body })
      check.expect(
        checked.json?.result?.status === 'ok',
        `the check of the new credential gets status ${checked.status}`,
      )
    },
  },
  {
    id: 'refresh.expiry',
    level: 'must',
    requires: 'The expiry of a credential is in epoch milliseconds.',
    source: SPECIFICATION.dateExpiry,
    remedy: 'Add expires_in, in seconds, times 1000 to the current time; for a key without an end, add a year.',
    scope: 'capability',
    capabilities: ['refresh'],
    needs: ['account'],
    run: async (check, subject) => {
      const { dateExpiry } = (await subject.connection()).credential
      if (dateExpiry === undefined) check.skip('the credential has no dateExpiry')
      else check.expect(dateExpiry > MIN_EXPIRY, `dateExpiry is ${dateExpiry}, which looks like seconds`)
    },
  },
]

/** September 2001 (epoch ms); the current time in seconds is less. */
const MIN_EXPIRY = 1_000_000_000_000

function expectExpired(check: Check, reply: Reply, title: string): void {
  expectProblem(check, reply, 401, 'credentials-expired', title)
  if (reply.status !== 401) return
  const { title: name, items } = reply.json ?? {}
  check.expect(name === 'Credentials expired', `the problem's title is ${JSON.stringify(name)}`)
  check.expect(items === undefined, 'the problem has items')
}
