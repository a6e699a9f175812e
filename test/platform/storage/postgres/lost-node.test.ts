import { expect, test } from '@jest/globals'
import pg from 'pg'
import { isUnavailable } from '../../../../platform/storage/postgres/database.ts'

const citusError = (message: string, routine: string) =>
  Object.assign(new pg.DatabaseError(message, message.length, 'error'), { code: 'XX000', routine })

test.each([
  ['failed to commit on a node', 'ErrorIfPostCommitFailedShardPlacements'],
  ['SSL connection has been closed unexpectedly', 'ReportResultError'],
  ['postmaster was shut down, exiting', 'WaitForAllConnections'],
  ['loaded Citus library version differs from latest available extension version', 'CheckAvailableVersion'],
  ['loaded Citus library version differs from installed extension version', 'ReportResultError'],
])('the error "%s" of %s is a node that is away', (message, routine) => {
  expect(isUnavailable(citusError(message, routine))).toBe(true)
})

test('other internal errors of Citus are not', () => {
  expect(isUnavailable(citusError('invalid input', 'ReportResultError'))).toBe(false)
  expect(isUnavailable(citusError('could not open relation', 'relation_open'))).toBe(false)
})
