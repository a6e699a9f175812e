import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { codeOf, newEmail, startApi } from '../graph/api.ts'
import { PUBLISH, startTestPlatform, type TestPlatform } from './api.ts'
import { createFixture, writeRecord } from './fixtures.ts'
import { TABLE } from './records/record-tests.ts'
import { STRICT_HANDLERS } from './strict-handlers.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await startTestPlatform()
})
afterAll(() => platform.stop())
afterEach(() => platform.reset())

describe('a provider that accepts whole primitives only', () => {
  test('publishes a note, and updates it the next time', async () => {
    const email = newEmail()
    const connectionId = await platform.connect(email)
    platform.provider.on('/upsert/notes', STRICT_HANDLERS['/upsert/notes'])
    const id = await platform.note(email, { title: 'one' })
    for (const externalId of ['', 'v-1']) {
      const { errors } = await platform.execute(email, PUBLISH, { input: { _ids: [id], connectionId } })
      expect(errors).toBeUndefined()
      expect(platform.provider.requests.at(-1)?.body.externalNotes).toMatchObject([{ _id: id, externalId }])
    }
  })

  test('creates and updates a record, and may return the very table that it received', async () => {
    platform.provider.on('/upsert/table', STRICT_HANDLERS['/upsert/table'])
    const { actions, connection } = await createFixture(platform.api.db, platform.provider)
    const values = [{ name: 'Name', value: 'Ada' }]
    for (const record of [{ values }, { externalId: 'r-7', values }]) {
      const write = { ...connection, table: TABLE, record }
      expect(await writeRecord(actions, write)).toEqual({ externalId: 'r-1', ...record })
    }
  })
})

test('without BASE_URL no note is published, and the error says what is missing', async () => {
  const api = await startApi()
  try {
    const email = newEmail()
    const connectionId = await api.connect(email)
    const note = await api.execute(email, 'mutation { upsertOneNote(input: { title: "one" }) { _id } }')
    const { _id } = note.data.upsertOneNote as { _id: string }
    const response = await api.execute(email, PUBLISH, { input: { _ids: [_id], connectionId } })
    expect(codeOf(response)).toBe('SERVICE_UNAVAILABLE')
    expect(response.errors?.[0]?.message).toContain('BASE_URL')
  } finally {
    await api.stop()
  }
})
