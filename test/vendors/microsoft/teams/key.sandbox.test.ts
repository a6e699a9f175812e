import { afterEach, beforeEach, expect, test } from '@jest/globals'
import type { MicrosoftSandbox } from '../../../../sandbox/microsoft/index.ts'
import type { ConnectedProvider } from '../../../../src/contract/index.ts'
import { teams } from '../../../../vendors/microsoft/teams/index.ts'
import { problemOf } from '../builders.ts'
import { authOf, callOf, connect, DAY_MS, startSandbox } from '../sandbox.ts'

let microsoft: MicrosoftSandbox

beforeEach(async () => {
  microsoft = await startSandbox()
})
afterEach(() => microsoft.stop())

async function connectWithKey(): Promise<ConnectedProvider> {
  const form = new FormData()
  for (const [name, value] of Object.entries(microsoft.formValues ?? {})) form.set(name, value)
  const attempt = { connectionId: 'connection-1', application: 'teams', state: 'connection-1.teams', nonce: 'a-nonce' }
  const { submitKey, callback } = authOf(teams)
  const result = await submitKey?.({ ...attempt, form }, callOf(microsoft, 'teams'))
  if (result?.type !== 'sealed') throw new Error('the form was shown again')
  const { credential } = await callback({ ...attempt, parameters: { code: result.code } }, callOf(microsoft, 'teams'))
  return { connectionId: 'connection-1', provider: 'provider-hub', application: 'teams', credential }
}

function readPage(connectedProvider: ConnectedProvider) {
  const now = microsoft.clock.now()
  const transcriptionFilter = { dateStart: now - 21 * DAY_MS, dateEnd: now }
  const handler = teams.sync?.transcriptions
  if (!handler) throw new Error('transcriptions cannot be synced')
  return handler({ connectedProvider, transcriptionFilter }, callOf(microsoft, 'teams'))
}

test('a key brings the same transcriptions as a sign-in, by the address of the person', async () => {
  const signedIn = await readPage(await connect(microsoft, teams))
  const connection = await connectWithKey()
  microsoft.ledger.clear()
  const { items, metadata } = await readPage(connection)
  expect(items).toEqual(signedIn.items)
  expect(items).toHaveLength(8)
  expect(metadata?.warnings).toContainEqual(
    expect.stringMatching(/^The meeting “All-hands: the first quarter” .* or the person was not invited to this one/),
  )
  expect(microsoft.ledger.entries({ path: '/v1.0/me/**' })).toEqual([])
})

test('without an access policy of Teams the sync says what an administrator does', async () => {
  const connection = await connectWithKey()
  microsoft.settings.meetingPolicies = []
  expect(await problemOf(readPage(connection))).toMatchObject({
    status: 403,
    problem: 'scope-required',
    message: expect.stringMatching(/administrator of Teams creates an application access policy/),
  })
})
