import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { MAYA, SandboxOrg } from '../sandbox-org.ts'

let org: SandboxOrg

beforeEach(async () => {
  org = (await SandboxOrg.start()).as(MAYA)
  org.sandbox.account(MAYA).profile.objects.set('Note', { create: false })
})
afterEach(() => org.sandbox.stop())

/** Writes two notes as tasks. Returns their statuses. */
async function writeTasks(): Promise<unknown[]> {
  const [account] = await org.rows('SELECT Id FROM Account')
  const tags = [{ externalId: String(account?.Id), tagType: 'topic' }]
  const note = { documentHtml: '<p>x</p>', tags }
  const written = await org.upsertNotes([
    { ...note, _id: '1', title: 'One' },
    { ...note, _id: '2', title: 'Two' },
  ])
  const ids = written.map(({ externalId }) => externalId).join("','")
  return (await org.rows(`SELECT Status, IsClosed FROM Task WHERE Id IN ('${ids}')`)).map(({ Status, IsClosed }) => [
    Status,
    IsClosed,
  ])
}

test('a note that becomes a task has the status by which the org closes tasks', async () => {
  org.sandbox.account(MAYA).org.renameValue('Task', 'Status', 'Completed', 'Erledigt')
  expect(await writeTasks()).toEqual([
    ['Erledigt', true],
    ['Erledigt', true],
  ])
  expect(
    org.sandbox.ledger
      .entries({ path: '/services/data/*/query' })
      .filter(({ query }) => query.q?.includes('TaskStatus')),
  ).toHaveLength(1)
})

test('a note that becomes a task is completed if the user cannot see the statuses', async () => {
  org.sandbox.account(MAYA).profile.objects.set('TaskStatus', { read: false })
  expect(await writeTasks()).toEqual([
    ['Completed', true],
    ['Completed', true],
  ])
})
