import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { someone } from '../graph/api.ts'
import { EXECUTE, INSTALL, LINK, type TestPlatform, PUBLISH, QUERY, startTestPlatform, TAG } from './api.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await startTestPlatform()
})
afterAll(() => platform.stop())
afterEach(() => platform.reset())

describe('what is foreign, missing or no id', () => {
  const operations: [string, string, (id: string, own: { connectionId: string; noteId: string }) => object][] = [
    ['publishNotes by connection', PUBLISH, (connectionId, { noteId }) => ({ _ids: [noteId], connectionId })],
    ['publishNotes by note', PUBLISH, (id, { connectionId }) => ({ _ids: [id], connectionId })],
    ['linkUrl', LINK, (id) => ({ url: 'https://acme.crm.example/deals/7', referenceBlock: { id } })],
    ['tagFromRecord', TAG, (connectionId) => ({ connectionId, metadataType: 'A', externalId: 'b' })],
    ['installFunction', INSTALL, (connectionId) => ({ connectionId, functionName: 'report' })],
    ['executeFunction by function', EXECUTE, (functionId, { connectionId }) => ({ functionId, connectionId })],
    ['executeQuery', QUERY, (connectionId) => ({ connectionId, metadataType: 'A' })],
  ]

  test.each(operations)('%s answers alike, and calls nobody', async (_, query, input) => {
    const [owner, stranger] = [someone(), someone()]
    const theirs = { connectionId: await platform.connect(owner), noteId: await platform.note(owner) }
    const own = { connectionId: await platform.connect(stranger), noteId: await platform.note(stranger) }
    platform.provider.on('/install/function/inputs', () => ({ body: { inputs: [] } }))
    const { data } = await platform.ask(owner, INSTALL, {
      input: { connectionId: theirs.connectionId, functionName: 'report' },
    })
    const { functionId } = data.installFunction as { functionId: string }
    platform.provider.reset()
    const answers = []
    for (const id of [theirs.connectionId, theirs.noteId, functionId, randomUUID(), 'no-id']) {
      const { errors } = await platform.ask(stranger, query, { input: input(id, own) })
      answers.push(errors?.map(({ message, extensions: { code } }) => ({ message, code })))
    }
    expect(answers[0]).toEqual([{ message: expect.stringMatching(/was not found\.$/), code: 'NOT_FOUND' }])
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(platform.provider.requests).toEqual([])
  })

  test('executeFunction answers alike for a connection', async () => {
    const [owner, stranger] = [someone(), someone()]
    const foreign = await platform.connect(owner)
    platform.provider.on('/install/function/inputs', () => ({ body: { inputs: [] } }))
    const { data } = await platform.ask(stranger, INSTALL, {
      input: { connectionId: await platform.connect(stranger), functionName: 'report' },
    })
    const { functionId } = data.installFunction as { functionId: string }
    for (const connectionId of [foreign, randomUUID(), 'no-id']) {
      const answer = await platform.ask(stranger, EXECUTE, { input: { functionId, connectionId } })
      expect(answer.errors?.[0]).toMatchObject({
        message: 'The connection was not found.',
        extensions: { code: 'NOT_FOUND' },
      })
    }
  })
})
