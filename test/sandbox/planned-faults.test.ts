import { expect, test } from '@jest/globals'
import { startSandbox } from '../../sandbox/index.ts'
import { PLANNED_FAULTS } from '../../sandbox/planned-faults.ts'

test('every planned fault is in the sample data', async () => {
  const sandbox = await startSandbox()
  const { google, microsoft } = sandbox
  const data = ['ada@meridian.example'].flatMap((email) => [
    ...google.account(email).calendars.map(({ summary }) => summary),
    ...microsoft.account(email).calendars.map(({ name }) => name),
  ])
  await sandbox.stop()
  expect(data).toEqual(expect.arrayContaining(PLANNED_FAULTS.map(({ text }) => text)))
})
