import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { codeOf, newEmail } from '../graph/api.ts'
import { EXECUTE, INSTALL, startTestPlatform, type TestPlatform } from './api.ts'
import { credentialsExpired, type ReceivedRequest } from './provider.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await startTestPlatform()
})
afterAll(() => platform.stop())
afterEach(() => platform.reset())

describe('functions', () => {
  const INPUTS = [{ name: 'from', label: 'From', valueSource: { kind: 'userInput' } }]
  const install = (email: string, connectionId: string, functionName = 'report') =>
    platform.execute(email, INSTALL, {
      input: { connectionId, functionName, configuration: [{ name: 'soql', value: 'all' }] },
    })
  const execute = (email: string, input: object) => platform.execute(email, EXECUTE, { input })
  const installed = async (email: string, connectionId: string) => {
    platform.provider.on('/install/function/inputs', () => ({ body: { inputs: INPUTS } }))
    const { data, errors } = await install(email, connectionId)
    expect(errors).toBeUndefined()
    return (data.installFunction as { functionId: string }).functionId
  }

  test('are installed with the inputs of the provider, and run with the connections of installer and runner', async () => {
    const email = newEmail()
    const [template, output] = [await platform.connect(email), await platform.connect(email, 'files')]
    const functionId = await installed(email, template)
    expect(platform.provider.requests.at(-1)?.body).toEqual({
      functionName: 'report',
      configuration: { soql: 'all' },
      templateConnectedProvider: expect.objectContaining({ connectionId: template }),
    })
    platform.provider.on('/execute/function', () => ({
      body: { outputUrl: 'https://crm.example/f/r%20eport.csv?x=1', externalId: 'f-1' },
    }))
    const { data, errors } = await execute(email, {
      functionId,
      connectionId: output,
      values: [{ name: 'from', value: '2026' }],
    })
    expect(errors).toBeUndefined()
    expect(data.executeFunction).toMatchObject({
      outputUrl: 'https://crm.example/f/r%20eport.csv?x=1',
      externalId: 'f-1',
      uri: null,
      block: { blockType: 'file', title: 'r eport.csv', fileName: 'r eport.csv' },
    })
    const [{ headers, body }] = platform.provider.requests.slice(-1) as [ReceivedRequest]
    expect(headers['idempotency-key']).toBeDefined()
    expect(body).toMatchObject({
      functionName: 'report',
      configuration: { soql: 'all' },
      values: [{ name: 'from', value: '2026' }],
      templateConnectedProvider: { connectionId: template },
      outputConnectedProvider: { connectionId: output },
    })
  })

  test.each([
    ['its URL', 'https://crm.example/f/a.csv', 'mine.csv', 'a.csv'],
    ['the value fileName, if the URL has none', 'https://crm.example/f/1/view', ' mine.csv ', 'mine.csv'],
    ['the value fileName, cut', 'https://crm.example/', `${'x'.repeat(199)}😀`, `${'x'.repeat(199)}\ufffd`],
    ['the function, if there is no other', 'https://crm.example/', '', 'report'],
  ])('name their output after %s', async (_, outputUrl, fileName, title) => {
    const email = newEmail()
    const connectionId = await platform.connect(email)
    const functionId = await installed(email, connectionId)
    platform.provider.on('/execute/function', () => ({ body: { outputUrl } }))
    const { data } = await execute(email, { functionId, connectionId, values: [{ name: 'fileName', value: fileName }] })
    expect(data.executeFunction).toMatchObject({ block: { title, fileName: title, url: outputUrl } })
  })

  test('name their output by its title, if the provider tells it', async () => {
    const email = newEmail()
    const connectionId = await platform.connect(email)
    const functionId = await installed(email, connectionId)
    const outputUrl = 'https://docs.example/document/d/1/edit'
    platform.provider.on('/execute/function', () => ({ body: { outputUrl, title: 'Offer for Kestrel' } }))
    const { data } = await execute(email, { functionId, connectionId })
    expect(data.executeFunction).toMatchObject({ block: { title: 'Offer for Kestrel', url: outputUrl } })
  })

  test.each([
    ['cut in the middle of a pair', `${'x'.repeat(499)}😀`, `${'x'.repeat(499)}\ufffd`],
    ['with a NUL character and half a pair', 'Offer\0 \ud83d', 'Offer \ufffd'],
  ])('have an output whose title can be stored: %s', async (_, returned, title) => {
    const email = newEmail()
    const connectionId = await platform.connect(email)
    const functionId = await installed(email, connectionId)
    platform.provider.on('/execute/function', () => ({
      body: { outputUrl: 'https://docs.example/d/1', title: returned },
    }))
    const { data, errors } = await execute(email, { functionId, connectionId })
    expect(errors).toBeUndefined()
    expect(data.executeFunction).toMatchObject({ block: { title, fileName: title } })
  })

  test('that are refused because the account is full can be run again at once', async () => {
    const email = newEmail()
    const connectionId = await platform.connect(email)
    const functionId = await installed(email, connectionId)
    const body = { type: 'https://x/storage-full', title: 'Storage full', status: 507, detail: 'Free some space.' }
    platform.provider.on(
      '/execute/function',
      () => ({ status: 507, body }),
      () => ({ body: { externalId: 'f-1' } }),
    )
    const refused = await execute(email, { functionId, connectionId })
    expect(refused.errors?.[0]).toMatchObject({ message: 'Storage full: Free some space.' })
    expect(refused.errors?.[0]?.extensions).not.toHaveProperty('state')
    const { data } = await execute(email, { functionId, connectionId })
    expect(data.executeFunction).toMatchObject({ externalId: 'f-1' })
  })

  test('have an output even if its id is too long to be found by', async () => {
    const email = newEmail()
    const connectionId = await platform.connect(email)
    const functionId = await installed(email, connectionId)
    const outputUrl = 'https://docs.example/d/1/Offer.docx'
    platform.provider.on('/execute/function', () => ({ body: { outputUrl, externalId: 'x'.repeat(3_000) } }))
    const { data, errors } = await execute(email, { functionId, connectionId })
    expect(errors).toBeUndefined()
    expect(data.executeFunction).toMatchObject({ block: { title: 'Offer.docx', url: outputUrl } })
  })

  test('whose output URL is not a web URL create no file', async () => {
    const email = newEmail()
    const connectionId = await platform.connect(email)
    const functionId = await installed(email, connectionId)
    platform.provider.on('/execute/function', () => ({
      body: { outputUrl: 'javascript:alert(1)', uri: 'data:text/html,x' },
    }))
    const { data } = await execute(email, { functionId, connectionId })
    expect(data.executeFunction).toMatchObject({ outputUrl: null, uri: null, block: null })
  })

  test('that the application does not have are not installed', async () => {
    const email = newEmail()
    expect(codeOf(await install(email, await platform.connect(email), 'other'))).toBe('BAD_USER_INPUT')
    expect(platform.provider.requests).toEqual([])
  })

  test('are never repeated automatically', async () => {
    const email = newEmail()
    const connectionId = await platform.connect(email)
    const functionId = await installed(email, connectionId)
    const runs = () => platform.provider.requests.filter(({ path }) => path === '/execute/function').length
    platform.provider.on(
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

  test('are not run with a connection of another provider', async () => {
    const email = newEmail()
    const functionId = await installed(email, await platform.connect(email))
    const connectionId = await platform.connect(email, 'crm', 'other')
    expect(codeOf(await execute(email, { functionId, connectionId }))).toBe('BAD_USER_INPUT')
    expect(platform.otherProvider.requests.filter(({ path }) => path === '/execute/function')).toEqual([])
  })

  test('require a reconnect of the connection whose credential has expired, and of no other', async () => {
    const email = newEmail()
    const [template, output] = [await platform.connect(email), await platform.connect(email, 'files')]
    const functionId = await installed(email, template)
    platform.provider.on('/auth/refresh', () => credentialsExpired())
    platform.provider.on('/auth/check', ({ body }) =>
      body.application === 'files' ? credentialsExpired() : { body: { result: { status: 'ok' } } },
    )
    platform.provider.on('/execute/function', () => credentialsExpired())
    expect(codeOf(await execute(email, { functionId, connectionId: output }))).toBe('CONFLICT')
    const { data } = await platform.execute(email, '{ connections { _id status } }')
    expect(data.connections).toEqual(
      expect.arrayContaining([
        { _id: output, status: 'reconnect_required' },
        { _id: template, status: 'active' },
      ]),
    )
  })

  test('require a reconnect of the connection that the problem names, without checking the others', async () => {
    const email = newEmail()
    const [template, output] = [await platform.connect(email), await platform.connect(email, 'files')]
    const functionId = await installed(email, template)
    platform.provider.on('/auth/refresh', () => credentialsExpired())
    platform.provider.on('/execute/function', () => {
      const { body, ...rest } = credentialsExpired()
      return { ...rest, body: { ...(body as object), connectionId: template, role: 'template' } }
    })
    expect(codeOf(await execute(email, { functionId, connectionId: output }))).toBe('CONFLICT')
    expect(platform.provider.requests.filter(({ path }) => path === '/auth/check')).toEqual([])
    const { data } = await platform.execute(email, '{ connections { _id status } }')
    expect(data.connections).toEqual(
      expect.arrayContaining([
        { _id: template, status: 'reconnect_required' },
        { _id: output, status: 'active' },
      ]),
    )
  })
})
