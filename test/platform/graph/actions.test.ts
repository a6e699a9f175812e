import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { EXECUTE, INSTALL, LINK, type OutsideApi, PUBLISH, QUERY, startOutsideApi, TAG } from '../actions/api.ts'
import { someone } from './api.ts'

let outside: OutsideApi
beforeAll(async () => {
  outside = await startOutsideApi()
})
afterAll(() => outside.stop())
afterEach(() => outside.reset())

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
    const theirs = { connectionId: await outside.connect(owner), noteId: await outside.note(owner) }
    const own = { connectionId: await outside.connect(stranger), noteId: await outside.note(stranger) }
    outside.provider.on('/install/function/inputs', () => ({ body: { inputs: [] } }))
    const { data } = await outside.ask(owner, INSTALL, {
      input: { connectionId: theirs.connectionId, functionName: 'report' },
    })
    const { functionId } = data.installFunction as { functionId: string }
    outside.provider.reset()
    const answers = []
    for (const id of [theirs.connectionId, theirs.noteId, functionId, randomUUID(), 'no-id']) {
      const { errors } = await outside.ask(stranger, query, { input: input(id, own) })
      answers.push(errors?.map(({ message, extensions: { code } }) => ({ message, code })))
    }
    expect(answers[0]).toEqual([{ message: expect.stringMatching(/was not found\.$/), code: 'NOT_FOUND' }])
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(outside.provider.seen).toEqual([])
  })

  test('executeFunction answers alike for a connection', async () => {
    const [owner, stranger] = [someone(), someone()]
    const foreign = await outside.connect(owner)
    outside.provider.on('/install/function/inputs', () => ({ body: { inputs: [] } }))
    const { data } = await outside.ask(stranger, INSTALL, {
      input: { connectionId: await outside.connect(stranger), functionName: 'report' },
    })
    const { functionId } = data.installFunction as { functionId: string }
    for (const connectionId of [foreign, randomUUID(), 'no-id']) {
      const answer = await outside.ask(stranger, EXECUTE, { input: { functionId, connectionId } })
      expect(answer.errors?.[0]).toMatchObject({
        message: 'The connection was not found.',
        extensions: { code: 'NOT_FOUND' },
      })
    }
  })
})
