import { describe, expect, test } from '@jest/globals'
import { cutNetwork } from '../../../kit/network.ts'
import { aConnection, problemOf } from '../builders.ts'
import { replay } from '../recordings.ts'
import { ANN, docsCall, execute, IDS, inputsOf, LINKS, namesOf, VALUES } from './fixtures.ts'

cutNetwork()

const FUNCTION = 'google-docs-from-template'
const CONFIGURATION = { template: LINKS.template, name: 'Offer {{Number}} for {{Customer}}' }
const NAMES = ['Customer', 'Price', 'Item', 'Number', 'Footer', 'Date', 'Annex', 'Größe']

describe('the inputs of a template', () => {
  test('are its placeholders: body, headers, footers, footnotes, tab by tab, each once', async () => {
    const waiting = replay('docs/placeholders-of-all-tabs')
    const inputs = await inputsOf(FUNCTION, { template: LINKS.template, name: '{{Customer}} {{Extra}}' })
    expect(inputs.map(({ name }) => name)).toEqual([...NAMES, 'Extra'])
    expect(inputs[0]).toEqual({ name: 'Customer', label: 'Customer', valueSource: { kind: 'userInput' } })
    expect(waiting()).toEqual([])
  })

  test('are those of a shortcut’s target', async () => {
    const waiting = replay('docs/a-shortcut-to-a-template')
    expect(await namesOf(FUNCTION, { template: IDS.shortcut })).toEqual(NAMES)
    expect(waiting()).toEqual([])
  })

  test('are the fields of the configuration without a connection', async () => {
    const call = docsCall()
    const configuration = { template: IDS.template, fields: ['B', 'A', 'B'], name: '{{C}}' }
    expect(await namesOf(FUNCTION, configuration, null, call)).toEqual(['B', 'A', 'C'])
    expect(call.meter.calls).toBe(0)
  })

  test.each([
    [{ template: IDS.template }, ['#/templateConnectedProvider', '#/configuration/fields']],
    [{ fields: ['A'] }, ['#/configuration/template']],
    [{ template: 'https://evil.example/document/d/1Xyc_-0aBcDeF' }, ['#/configuration/template']],
    [{ template: 'https://docs.google.com/document/d/e/2PACX-1vTabcdefgh/pub' }, ['#/configuration/template']],
    [{ template: IDS.template, folder: 'Offers' }, ['#/configuration/folder']],
    [{ template: IDS.template, format: 'docx' }, ['#/configuration/format']],
    [{ template: IDS.template, name: 7 }, ['#/configuration/name']],
    [{ template: IDS.template, fields: 'A' }, ['#/configuration/fields']],
  ])('need a valid configuration: %j', async (configuration, pointers) => {
    const problem = (await problemOf(inputsOf(FUNCTION, configuration, null))) as never
    expect(problem).toMatchObject({
      status: 400,
      options: { errors: pointers.map((pointer) => expect.objectContaining({ pointer })) },
    })
  })

  test('are not read with another application’s connection', async () => {
    expect(await problemOf(inputsOf(FUNCTION, CONFIGURATION, aConnection('gmail')))).toMatchObject({
      status: 400,
      options: { errors: [{ pointer: '#/templateConnectedProvider/application' }] },
    })
  })
})

describe('a template is refused', () => {
  test.each([
    ['a-template-that-is-hidden', 404, 'not-found', /is not shared with the account/],
    ['a-template-that-is-forbidden', 403, 'scope-required', /not have enough access/],
    ['a-template-in-the-trash', 422, 'invalid-template', /in the trash/],
    ['a-template-of-another-kind', 422, 'invalid-template', /not a document of Google Docs/],
  ])('%s', async (name, status, problem, message) => {
    const waiting = replay(`docs/${name}`)
    const error = await problemOf(inputsOf(FUNCTION, CONFIGURATION))
    expect(error).toMatchObject({ status, problem, message: expect.stringMatching(message) })
    expect(waiting()).toEqual([])
  })

  test.each([
    ['a-template-above-the-limit', 422, 'invalid-template', /at most 10 MB/],
    ['a-template-that-may-not-be-exported', 403, 'scope-required', /not have enough access/],
  ])('when its content is read: %s', async (name, status, problem, message) => {
    const waiting = replay(`docs/${name}`)
    const error = await problemOf(execute(FUNCTION, CONFIGURATION))
    expect(error).toMatchObject({ status, problem, message: expect.stringMatching(message) })
    expect(error.options).not.toHaveProperty('extensions.connectionId')
    expect(waiting()).toEqual([])
  })

  test('with the connection whose access has ended', async () => {
    replay('docs/an-installer-whose-access-ended')
    expect(await problemOf(execute(FUNCTION, CONFIGURATION))).toMatchObject({
      status: 401,
      problem: 'credentials-expired',
      options: { extensions: { connectionId: ANN.connectionId, role: 'template' } },
    })
  })
})

describe('the values of a run', () => {
  test('that are missing are named, and nothing is made', async () => {
    replay('docs/a-document-from-a-template')
    const call = docsCall()
    const values = VALUES.filter(({ name }) => !['Date', 'Größe'].includes(name))
    expect(await problemOf(execute(FUNCTION, CONFIGURATION, { values }, call))).toMatchObject({
      status: 400,
      message: '#/values: must have a value for “Date”, “Größe”.',
    })
    expect(call.meter.calls).toBe(3)
  })

  test('that are no texts are refused before any request', async () => {
    const call = docsCall()
    const values = [...VALUES, { name: 'Other', value: ['a'] }]
    expect(await problemOf(execute(FUNCTION, CONFIGURATION, { values }, call))).toMatchObject({
      status: 400,
      options: { errors: [{ pointer: '#/values/8/value' }] },
    })
    expect(call.meter.calls).toBe(0)
  })

  test('need a connection that makes the result', async () => {
    const changes = { outputConnectedProvider: undefined }
    expect(await problemOf(execute(FUNCTION, CONFIGURATION, changes))).toMatchObject({
      status: 400,
      options: { errors: [{ pointer: '#/outputConnectedProvider' }] },
    })
  })

  test('need tokens that can be sent; the pointer says whose is not', async () => {
    const connection = { ...ANN, credential: { ...ANN.credential, accessToken: 'two\nlines' } }
    const changes = { templateConnectedProvider: connection }
    expect(await problemOf(execute(FUNCTION, CONFIGURATION, changes))).toMatchObject({
      status: 400,
      options: { errors: [{ pointer: '#/templateConnectedProvider/credential/accessToken' }] },
    })
  })
})
