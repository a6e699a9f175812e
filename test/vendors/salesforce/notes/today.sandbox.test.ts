import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { ProcessMemory } from '../../../../src/kit/memory/process-memory.ts'
import { impatient } from '../../../kit/call.ts'
import { MAYA, SandboxOrg } from '../sandbox-org.ts'

const HOUR_MS = 3_600_000
const UNTIL_EVENING_MS = 18 * HOUR_MS

let org: SandboxOrg
/** What the hub remembers between the requests of a test. */
let memory: ProcessMemory

/** Maya is in Los Angeles: it is eight in the evening of 16 March, and three in the morning of the 17th in UTC. */
beforeEach(async () => {
  org = await SandboxOrg.start()
  memory = new ProcessMemory()
  org.sandbox.clock.advance(UNTIL_EVENING_MS)
  org.as(MAYA)
  org.sandbox.account(MAYA).profile.objects.set('Note', { create: false })
})
afterEach(() => org.sandbox.stop())

/** Writes notes as tasks, in one request. Returns the dates of the tasks. */
async function writeTasks(...titles: string[]): Promise<unknown[]> {
  const [account] = await org.rows('SELECT Id FROM Account')
  const tags = [{ externalId: String(account?.Id), tagType: 'topic' }]
  const notes = titles.map((title) => ({ _id: title, title, documentHtml: '<p>x</p>', tags }))
  const written = await org.upsertNotes(notes, org.call({ memory, budget: impatient() }))
  const ids = written.map(({ externalId }) => externalId).join("','")
  return (await org.rows(`SELECT ActivityDate FROM Task WHERE Id IN ('${ids}')`)).map(
    ({ ActivityDate }) => ActivityDate,
  )
}

const lookUps = () =>
  org.sandbox.ledger
    .entries({ path: '/services/data/*/query' })
    .filter(({ query }) => query.q?.includes('TimeZoneSidKey')).length

function moveTo(timeZone: string): void {
  const { org: customer, userId } = org.sandbox.account(MAYA)
  customer.database.put('User', { ...customer.database.get('User', userId), TimeZoneSidKey: timeZone })
}

describe('a note that becomes a task', () => {
  test('has the date of its user', async () => {
    expect(await writeTasks('One')).toEqual(['2026-03-16'])
  })

  test.each([
    ['Pacific/Kiritimati', '2026-03-17'],
    ['Pacific/Honolulu', '2026-03-16'],
    ['Europe/Berlin', '2026-03-17'],
  ])('in %s has the date %s', async (timeZone, date) => {
    moveTo(timeZone)
    expect(await writeTasks('One')).toEqual([date])
  })

  test('has that date after one look-up, whatever the number of notes and requests', async () => {
    expect(await writeTasks('One', 'Two')).toEqual(['2026-03-16', '2026-03-16'])
    expect(await writeTasks('Three')).toEqual(['2026-03-16'])
    expect(lookUps()).toBe(1)
  })

  test.each(['', 'Middle-earth/Shire'])('has the date in UTC if the zone of its user is “%s”', async (timeZone) => {
    moveTo(timeZone)
    expect(await writeTasks('One')).toEqual(['2026-03-17'])
  })

  test('has the date in UTC if the user cannot see the zone, after one look-up', async () => {
    org.sandbox.account(MAYA).profile.hiddenFields.add('User.TimeZoneSidKey')
    expect(await writeTasks('One', 'Two')).toEqual(['2026-03-17', '2026-03-17'])
    expect(lookUps()).toBe(1)
  })

  test('has the date in UTC if the user cannot see users', async () => {
    org.sandbox.account(MAYA).profile.objects.set('User', { read: false })
    expect(await writeTasks('One')).toEqual(['2026-03-17'])
  })

  test('has the date in UTC while Salesforce fails to return the zone, which is looked up again afterwards', async () => {
    const { userId } = org.sandbox.account(MAYA)
    const q = `SELECT TimeZoneSidKey FROM User WHERE Id = '${userId}'`
    const fault = { kind: 'error', name: 'serverUnavailable' } as const
    const { id } = org.sandbox.faults.add({ query: { q }, count: null, fault })
    expect(await writeTasks('One')).toEqual(['2026-03-17'])
    org.sandbox.faults.remove(id)
    expect(await writeTasks('Two')).toEqual(['2026-03-16'])
  })
})
