import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { DatabaseClock, readDatabaseClock } from '../../../../platform/storage/postgres/database-clock.ts'
import { VirtualClock } from '../../sync/simulation/virtual-clock.ts'
import { openTestStore, type TestStore } from '../test-store.ts'

const NOW = Date.UTC(2027, 0, 1)
const DAY = 86_400_000

/** The clock of the machine, and that of the database as an offset to it. */
let timer: VirtualClock
let offset: number
let isDown: boolean
let jumps: number[]
let clock: DatabaseClock
beforeEach(async () => {
  timer = new VirtualClock(NOW)
  offset = 0
  isDown = false
  jumps = []
  const started = NOW
  clock = new DatabaseClock({
    timer,
    read: async () => {
      if (isDown) throw new Error('the database is down')
      return started + timer.elapsed() + offset
    },
  })
  clock.onJump((ms) => jumps.push(ms))
  await clock.start()
})

const expected = () => NOW + timer.elapsed() + offset

describe("the database's clock", () => {
  test.each([DAY, -DAY, 400 * DAY, -400 * DAY])(
    'is not affected when the clock of the machine jumps by %i ms',
    async (ms) => {
      timer.jump(ms)
      expect(clock.now()).toBe(NOW)
      await timer.advance(600_000)
      expect([clock.now(), jumps]).toEqual([NOW + 600_000, []])
    },
  )

  test.each([DAY, -DAY, 400 * DAY, -400 * DAY])(
    'ignores a jump by %i ms that is undone within half a minute',
    async (ms) => {
      offset = ms
      await timer.advance(30_000)
      expect(clock.now()).toBe(NOW + 30_000)
      offset = 0
      await timer.advance(600_000)
      expect([clock.now(), jumps]).toEqual([NOW + 630_000, []])
    },
  )

  test.each([DAY, -DAY, 400 * DAY, -400 * DAY])('follows a jump by %i ms that lasts for a minute', async (ms) => {
    offset = ms
    await timer.advance(60_000)
    expect([clock.now(), jumps]).toEqual([expected(), [ms]])
  })

  test('follows small corrections at once', async () => {
    offset = -400
    await timer.advance(15_000)
    expect([clock.now(), jumps]).toEqual([expected(), []])
  })

  test('passes while the database is down', async () => {
    isDown = true
    await timer.advance(DAY)
    expect(clock.now()).toBe(NOW + DAY)
  })

  test('stops being read', async () => {
    clock.stop()
    offset = DAY
    await timer.advance(600_000)
    expect(jumps).toEqual([])
  })
})

describe('of a PostgreSQL server', () => {
  let server: TestStore
  beforeAll(async () => {
    server = await openTestStore()
  })
  afterAll(() => server.close())

  test('is read in milliseconds', async () => {
    const before = Date.now()
    const now = await readDatabaseClock(server.db)
    expect(now).toBeGreaterThanOrEqual(before - 1_000)
    expect(now).toBeLessThanOrEqual(Date.now() + 1_000)
  })
})
