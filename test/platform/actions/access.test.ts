import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { newEmail } from '../graph/api.ts'
import { EXECUTE, INSTALL, LINK, PUBLISH, QUERY, startTestPlatform, TAG, type TestPlatform } from './api.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await startTestPlatform()
})
afterAll(() => platform.stop())
afterEach(() => platform.reset())

describe('an id that is foreign, unknown or malformed', () => {
  const operations: [string, string, (id: string, own: { connectionId: string; noteId: string }) => object][] = [
    ['publishNotes by connection', PUBLISH, (connectionId, { noteId }) => ({ _ids: [noteId], connectionId })],
    ['publishNotes by note', PUBLISH, (id, { connectionId }) => ({ _ids: [id], connectionId })],
    ['linkUrl', LINK, (id) => ({ url: 'https://acme.crm.example/deals/7', referenceBlock: { id } })],
    ['tagFromRecord', TAG, (connectionId) => ({ connectionId, metadataType: 'A', externalId: 'b' })],
    ['installFunction', INSTALL, (connectionId) => ({ connectionId, functionName: 'report' })],
    ['executeFunction by function', EXECUTE, (functionId, { connectionId }) => ({ functionId, connectionId })],
    ['executeQuery', QUERY, (connectionId) => ({ connectionId, metadataType: 'A' })],
  ]

  test.each(operations)('%s returns the same error for all, and calls no provider', async (_, query, input) => {
    const [owner, outsider] = [newEmail(), newEmail()]
    const theirs = { connectionId: await platform.connect(owner), noteId: await platform.note(owner) }
    const own = { connectionId: await platform.connect(outsider), noteId: await platform.note(outsider) }
    platform.provider.on('/install/function/inputs', () => ({ body: { inputs: [] } }))
    const { data } = await platform.execute(owner, INSTALL, {
      input: { connectionId: theirs.connectionId, functionName: 'report' },
    })
    const { functionId } = data.installFunction as { functionId: string }
    platform.provider.reset()
    const responses = []
    for (const id of [theirs.connectionId, theirs.noteId, functionId, randomUUID(), 'no-id']) {
      const { errors } = await platform.execute(outsider, query, { input: input(id, own) })
      responses.push(errors?.map(({ message, extensions: { code } }) => ({ message, code })))
    }
    expect(responses[0]).toEqual([{ message: expect.stringMatching(/was not found\.$/), code: 'NOT_FOUND' }])
    for (const response of responses) expect(response).toEqual(responses[0])
    expect(platform.provider.requests).toEqual([])
  })

  test('executeFunction by connection returns the same error for all', async () => {
    const [owner, outsider] = [newEmail(), newEmail()]
    const foreign = await platform.connect(owner)
    platform.provider.on('/install/function/inputs', () => ({ body: { inputs: [] } }))
    const { data } = await platform.execute(outsider, INSTALL, {
      input: { connectionId: await platform.connect(outsider), functionName: 'report' },
    })
    const { functionId } = data.installFunction as { functionId: string }
    for (const connectionId of [foreign, randomUUID(), 'no-id']) {
      const response = await platform.execute(outsider, EXECUTE, { input: { functionId, connectionId } })
      expect(response.errors?.[0]).toMatchObject({
        message: 'The connection was not found.',
        extensions: { code: 'NOT_FOUND' },
      })
    }
  })
})
