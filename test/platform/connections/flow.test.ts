import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { connectApplication } from '../../../demo/connect.ts'
import { type Person, signIn } from '../../../demo/person.ts'
import { type System, startSystem } from '../../../demo/system.ts'

const ADA = 'ada@meridian.example'
const MAYA = 'maya@kestrel.example'
const GMAIL = { provider: 'provider-hub', name: 'gmail' }

/** No sync runs by itself, so that all runs are started by the test. */
const NO_SCHEDULED_RUNS = { SYNC_CONNECT_SPREAD_MS: '86400000' }

const RUN = `mutation Run($input: SyncInput!) {
  runSync(input: $input) { state created updated unchanged failedCount error { title } }
}`
const CONNECTION = 'query C($input: FindConnectionInput!) { connection(input: $input) { status email } }'
const DISCONNECT = 'mutation D($input: FindConnectionInput!) { disconnect(input: $input) { status } }'

interface Run {
  state: string
  created: number
  updated: number
  unchanged: number
  failedCount: number
  error: { title: string } | null
}

let system: System
let ada: Person
beforeAll(async () => {
  system = await startSystem({ platform: NO_SCHEDULED_RUNS })
  ada = await signIn(system.platform, system.signInAs(ADA))
}, 90_000)
afterAll(() => system.stop())

const run = async (connectionId: string): Promise<Run> =>
  (await ada.execute<{ runSync: Run }>(RUN, { input: { connectionId, sync: 'email' } })).runSync
const connectionOf = async (_id: string) =>
  (await ada.execute<{ connection: { status: string; email: string } }>(CONNECTION, { input: { _id } })).connection

test('a person who signs in connects a mailbox, whose mails are imported once', async () => {
  const id = await connectApplication(ada, GMAIL, ADA)
  expect(await connectionOf(id)).toEqual({ status: 'active', email: ADA })
  const first = await run(id)
  expect(first).toMatchObject({ state: 'ok', updated: 0, unchanged: 0, failedCount: 0, error: null })
  expect(first.created).toBeGreaterThan(10)
  expect(await run(id)).toMatchObject({ state: 'ok', created: 0, updated: 0 })

  system.sandbox.google.deliverMail(ADA, { from: 'new@kestrel.example', to: ADA, subject: 'News', text: 'News.' })
  expect(await run(id)).toMatchObject({ state: 'ok', created: 1, updated: 0 })
})

test('another person does not see the connection', async () => {
  const id = await connectApplication(ada, GMAIL, ADA)
  const maya = await signIn(system.platform, system.signInAs(MAYA))
  await expect(maya.execute(CONNECTION, { input: { _id: id } })).rejects.toThrow('The connection was not found.')
  expect(await maya.execute('{ connections { _id } }')).toEqual({ connections: [] })
})

test('an account whose access was revoked requires a reconnect, and then resumes without importing items again', async () => {
  const id = await connectApplication(ada, GMAIL, ADA)
  expect((await run(id)).state).toBe('ok')
  system.sandbox.google.oauth.grants.revoke(() => true)
  expect(await run(id)).toMatchObject({ state: 'failed', error: { title: 'Credentials expired' } })
  expect(await connectionOf(id)).toMatchObject({ status: 'reconnect_required' })
  await expect(run(id)).rejects.toThrow('The connection is reconnect_required')

  expect(await connectApplication(ada, GMAIL, ADA, { connectionId: id })).toBe(id)
  expect(await connectionOf(id)).toMatchObject({ status: 'active' })
  expect(await run(id)).toMatchObject({ state: 'ok', created: 0, failedCount: 0 })
})

test('a disconnected account cannot be synced until it is connected again with the same id', async () => {
  const id = await connectApplication(ada, GMAIL, ADA)
  expect(await ada.execute(DISCONNECT, { input: { _id: id } })).toEqual({ disconnect: { status: 'disconnected' } })
  await expect(run(id)).rejects.toThrow('The connection is disconnected')
  expect(await connectApplication(ada, GMAIL, ADA, { connectionId: id })).toBe(id)
  expect((await run(id)).state).toBe('ok')
})
