import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { codeOf, someone } from '../graph/api.ts'
import { EXECUTE, INSTALL, type OutsideApi, startOutsideApi } from './api.ts'
import { expired, type Seen } from './provider.ts'

let outside: OutsideApi
beforeAll(async () => {
  outside = await startOutsideApi()
})
afterAll(() => outside.stop())
afterEach(() => outside.reset())

describe('functions', () => {
  const INPUTS = [{ name: 'from', label: 'From', valueSource: { kind: 'userInput' } }]
  const install = (email: string, connectionId: string, functionName = 'report') =>
    outside.ask(email, INSTALL, {
      input: { connectionId, functionName, configuration: [{ name: 'soql', value: 'all' }] },
    })
  const execute = (email: string, input: object) => outside.ask(email, EXECUTE, { input })
  const installed = async (email: string, connectionId: string) => {
    outside.provider.on('/install/function/inputs', () => ({ body: { inputs: INPUTS } }))
    const { data, errors } = await install(email, connectionId)
    expect(errors).toBeUndefined()
    return (data.installFunction as { functionId: string }).functionId
  }

  test('are installed by what the provider asks for, and run with the installer’s and the runner’s connection', async () => {
    const email = someone()
    const [template, output] = [await outside.connect(email), await outside.connect(email, 'files')]
    const functionId = await installed(email, template)
    expect(outside.provider.seen.at(-1)?.body).toEqual({ functionName: 'report', configuration: { soql: 'all' } })
    outside.provider.on('/execute/function', () => ({
      body: { outputUrl: 'https://crm.example/f/r%20eport.csv?x=1', externalId: 'f-1' },
    }))
    const { data, errors } = await execute(email, {
      functionId,
      connectionId: output,
      values: [{ name: 'from', value: '2026' }],
    })
    expect(errors).toBeUndefined()
    expect(data.executeFunction).toMatchObject({
      ...{ outputUrl: 'https://crm.example/f/r%20eport.csv?x=1', externalId: 'f-1', uri: null },
      block: { blockType: 'file', title: 'r eport.csv', fileName: 'r eport.csv' },
    })
    const [{ headers, body }] = outside.provider.seen.slice(-1) as [Seen]
    expect(headers['idempotency-key']).toBeDefined()
    expect(body).toMatchObject({
      ...{ functionName: 'report', configuration: { soql: 'all' }, values: [{ name: 'from', value: '2026' }] },
      templateConnectedProvider: { connectionId: template },
      outputConnectedProvider: { connectionId: output },
    })
  })

  test.each([
    ['its address', 'https://crm.example/f/a.csv', 'mine.csv', 'a.csv'],
    ['whoever ran it, where the address does not tell', 'https://crm.example/f/1/view', ' mine.csv ', 'mine.csv'],
    ['the function, where nobody tells', 'https://crm.example/', '', 'report'],
  ])('give their output the name of %s', async (_, outputUrl, fileName, title) => {
    const email = someone()
    const connectionId = await outside.connect(email)
    const functionId = await installed(email, connectionId)
    outside.provider.on('/execute/function', () => ({ body: { outputUrl } }))
    const { data } = await execute(email, { functionId, connectionId, values: [{ name: 'fileName', value: fileName }] })
    expect(data.executeFunction).toMatchObject({ block: { title, fileName: title, url: outputUrl } })
  })

  test('whose output is no address of the web leave no file', async () => {
    const email = someone()
    const connectionId = await outside.connect(email)
    const functionId = await installed(email, connectionId)
    outside.provider.on('/execute/function', () => ({ body: { outputUrl: 'javascript:alert(1)' } }))
    const { data } = await execute(email, { functionId, connectionId })
    expect(data.executeFunction).toMatchObject({ outputUrl: null, block: null })
  })

  test('that the application does not offer are not installed', async () => {
    const email = someone()
    expect(codeOf(await install(email, await outside.connect(email), 'other'))).toBe('BAD_USER_INPUT')
    expect(outside.provider.seen).toEqual([])
  })

  test('are never run twice by themselves', async () => {
    const email = someone()
    const connectionId = await outside.connect(email)
    const functionId = await installed(email, connectionId)
    const runs = () => outside.provider.seen.filter(({ path }) => path === '/execute/function').length
    outside.provider.on(
      '/execute/function',
      () => 'cut',
      () => ({ body: { externalId: 'f-1' } }),
    )
    const lost = await execute(email, { functionId, connectionId })
    expect(lost.errors?.[0]?.extensions).toMatchObject({ code: 'UPSTREAM_FAILED', state: 'unknown' })
    expect(codeOf(await execute(email, { functionId, connectionId }))).toBe('CONFLICT')
    expect(runs()).toBe(1)
    const input = { functionId, connectionId, repeatUnknown: true }
    expect((await execute(email, input)).data.executeFunction).toMatchObject({ externalId: 'f-1', block: null })
    const named = { functionId, connectionId, requestKey: 'once' }
    const first = await execute(email, named)
    expect((await execute(email, named)).data).toEqual(first.data)
    expect(runs()).toBe(3)
    expect(codeOf(await execute(email, { ...named, requestKey: 'k'.repeat(201) }))).toBe('BAD_USER_INPUT')
  })

  test('of one provider never get to see an account of another', async () => {
    const email = someone()
    const functionId = await installed(email, await outside.connect(email))
    const connectionId = await outside.connect(email, 'crm', 'other')
    expect(codeOf(await execute(email, { functionId, connectionId }))).toBe('BAD_USER_INPUT')
    expect(outside.other.seen.filter(({ path }) => path === '/execute/function')).toEqual([])
  })

  test('stop the connection whose credential is dead, and no other', async () => {
    const email = someone()
    const [template, output] = [await outside.connect(email), await outside.connect(email, 'files')]
    const functionId = await installed(email, template)
    outside.provider.on('/auth/refresh', () => expired())
    outside.provider.on('/auth/check', ({ body }) =>
      body.application === 'files' ? expired() : { body: { result: { status: 'ok' } } },
    )
    outside.provider.on('/execute/function', () => expired())
    expect(codeOf(await execute(email, { functionId, connectionId: output }))).toBe('CONFLICT')
    const { data } = await outside.ask(email, '{ connections { _id status } }')
    expect(data.connections).toEqual(
      expect.arrayContaining([
        { _id: output, status: 'reconnect_required' },
        { _id: template, status: 'active' },
      ]),
    )
  })
})
