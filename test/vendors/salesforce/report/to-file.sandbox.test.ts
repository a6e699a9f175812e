import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { reportToFile } from '../../../../vendors/salesforce/report/to-file.ts'
import { problemOf } from '../builders.ts'
import { ADA, BILAL, SandboxOrg } from '../sandbox-org.ts'

let org: SandboxOrg

beforeEach(async () => {
  org = await SandboxOrg.start()
})
afterEach(() => org.sandbox.stop())

type Configuration = Record<string, unknown>
const functionName = 'salesforce-report-to-file'
const inputs = (configuration: Configuration) => reportToFile.inputs({ functionName, configuration }, org.call())

function run(configuration: Configuration, values: Record<string, string> = {}, connections: object = {}) {
  const inputs = Object.entries(values).map(([name, value]) => ({ name, value }))
  const request = {
    functionName,
    configuration,
    values: inputs,
    outputConnectedProvider: org.connection,
    ...connections,
  }
  return reportToFile.execute(request, org.call())
}

async function fileOf(externalId: string | undefined): Promise<{ title: string; content: string; path: string }> {
  const [version] = await org.rows(
    `SELECT Id, Title, PathOnClient FROM ContentVersion WHERE ContentDocumentId = '${externalId}'`,
  )
  const url = `${org.sandbox.origin}/services/data/v62.0/sobjects/ContentVersion/${version?.Id}/VersionData`
  const response = await fetch(url, { headers: { authorization: `Bearer ${org.connection.credential.accessToken}` } })
  const content = Buffer.from(await response.arrayBuffer()).toString()
  return { title: String(version?.Title), path: String(version?.PathOnClient), content }
}

describe('the inputs of a report', () => {
  test('are the placeholders of its query, the name of the file and the record it belongs to', async () => {
    const soql =
      "SELECT Id FROM Opportunity WHERE StageName = {{stage}} AND CloseDate > {{closeDate}} AND Name LIKE '%{{stage}}%'"
    expect(await inputs({ soql })).toEqual([
      { name: 'stage', label: 'Stage', valueSource: { kind: 'userInput' } },
      { name: 'closeDate', label: 'Close date', valueSource: { kind: 'userInput' } },
      { name: 'fileName', label: 'Name of the file', valueSource: { kind: 'userInput' } },
      { name: 'recordId', label: expect.stringContaining('Record to attach'), valueSource: { kind: 'userInput' } },
    ])
    expect((await inputs({ reportId: '00O5e000008gXyZ' })).map(({ name }) => name)).toEqual(['fileName', 'recordId'])
  })

  test.each<[Configuration, string]>([
    [{}, '#/configuration'],
    [{ soql: 'SELECT Id FROM Case', reportId: '00O5e000008gXyZ' }, '#/configuration'],
    [{ soql: 'DELETE FROM Case' }, '#/configuration/soql'],
    [{ soql: 5 }, '#/configuration/soql'],
    [{ reportId: '../00O' }, '#/configuration/reportId'],
  ])('require a valid configuration: %j', async (configuration, pointer) => {
    expect(await problemOf(inputs(configuration))).toMatchObject({ status: 400, options: { errors: [{ pointer }] } })
  })
})

describe('a report', () => {
  test('of a query becomes a file attached to its record', async () => {
    const account = await org.idOf('Account', 'Halden Trelast AS')
    const soql =
      'SELECT Name, Amount, Account.Name FROM Opportunity WHERE StageName = {{stage}} AND Amount > {{least}} ORDER BY Name'
    const result = await run(
      { soql },
      { stage: 'Negotiation/Review', least: '1000', fileName: 'Pipe/line: 2026', recordId: account },
    )
    expect(result).toEqual({
      outputUrl: `${org.sandbox.origin}/lightning/r/ContentDocument/${result.externalId}/view`,
      externalId: expect.stringMatching(/^069/),
      uri: result.outputUrl,
    })
    expect(await fileOf(result.externalId)).toEqual({
      title: 'Pipe line 2026',
      path: 'Pipe line 2026.csv',
      content: '\ufeffName,Amount,Account.Name\r\nHalden – framework renewal,240000,Halden Trelast AS\r\n',
    })
    const links = await org.rows(
      `SELECT LinkedEntityId FROM ContentDocumentLink WHERE ContentDocumentId = '${result.externalId}'`,
    )
    expect(links.map(({ LinkedEntityId }) => LinkedEntityId)).toContain(account)
  })

  test('of the org becomes a file with its columns', async () => {
    const [report] = await org.rows('SELECT Id FROM Report')
    const { externalId } = await run({ reportId: String(report?.Id), title: 'Pipeline' })
    const { title, content } = await fileOf(externalId)
    expect(title).toBe('Pipeline')
    expect(content.split('\r\n')).toHaveLength(1 + 5 + 1)
    expect(content).toContain('Halden – framework renewal')
  })

  test('uses the input as a value only', async () => {
    const soql = "SELECT Name FROM Account WHERE Name = {{name}} OR Name LIKE '{{name}}%'"
    for (const name of ["O'Malley \\ Sons", '100% Organic_Foods']) {
      const { externalId } = await run({ soql }, { name })
      expect((await fileOf(externalId)).content).toContain(name)
    }
    const { externalId } = await run({ soql }, { name: "x' OR Name != '" })
    expect((await fileOf(externalId)).content.split('\r\n').filter(Boolean)).toHaveLength(1)
  })

  test('has a default name with a date', async () => {
    const { externalId } = await run({ soql: 'SELECT Id FROM Case' })
    expect((await fileOf(externalId)).title).toBe('Report 2026-03-16')
  })

  test("is read with the installer's connection and written with the runner's", async () => {
    const runner = org.as(BILAL).connection
    const installer = org.as(ADA).connection
    const connections = { outputConnectedProvider: runner, templateConnectedProvider: installer }
    const { externalId } = await run(
      { soql: "SELECT Name, AnnualRevenue FROM Account WHERE Name LIKE 'Halden%'" },
      {},
      connections,
    )
    const [document] = await org.rows(`SELECT CreatedById FROM ContentDocument WHERE Id = '${externalId}'`)
    expect(document?.CreatedById).toBe(org.sandbox.account(BILAL).userId)
    expect((await fileOf(externalId)).content).toContain('84000000')
    const failing = run({ soql: 'SELECT Name, AnnualRevenue FROM Account' }, {}, { outputConnectedProvider: runner })
    expect(await problemOf(failing)).toMatchObject({
      status: 400,
      options: { errors: [{ pointer: '#/configuration/soql' }] },
    })
  })

  test.each<[string, Configuration, Record<string, string>, string]>([
    ['a query nobody understands', { soql: 'SELECT FROM' }, {}, '#/configuration/soql'],
    ['a column that is not there', { soql: 'SELECT Bacon FROM Account' }, {}, '#/configuration/soql'],
    ['a value that is missing', { soql: 'SELECT Id FROM Account WHERE Name = {{name}}' }, {}, '#/values'],
    [
      'a date of the wrong form',
      { soql: "SELECT Id FROM Account WHERE CreatedDate > 'x'" },
      {},
      '#/configuration/soql',
    ],
    [
      'a record that does not exist',
      { soql: 'SELECT Id FROM Account' },
      { recordId: '0015c00002Lz9mUAAR' },
      '#/values',
    ],
    ['a record that is none', { soql: 'SELECT Id FROM Account' }, { recordId: 'Acme' }, '#/values'],
  ])('with %s is rejected', async (_, configuration, values, pointer) => {
    expect(await problemOf(run(configuration, values))).toMatchObject({
      status: 400,
      options: { errors: [{ pointer }] },
    })
  })

  test('requires a connection to write the file with', async () => {
    const request = { functionName, configuration: { soql: 'SELECT Id FROM Account' } }
    expect(await problemOf(reportToFile.execute(request, org.call()))).toMatchObject({
      options: { errors: [{ pointer: '#/outputConnectedProvider' }] },
    })
  })

  test('is not written with a connection of another application, whose token must not be sent', async () => {
    const outputConnectedProvider = { ...org.connection, application: 'another' }
    const failing = run({ soql: 'SELECT Id FROM Account' }, {}, { outputConnectedProvider })
    expect(await problemOf(failing)).toMatchObject({
      status: 400,
      options: { errors: [{ pointer: '#/outputConnectedProvider' }] },
    })
    expect(org.sandbox.ledger.count({ path: '/services/data/**' })).toBe(0)
  })

  test('that was sent without a response is not sent again', async () => {
    org.sandbox.faults.add({
      method: 'POST',
      path: '/services/data/*/sobjects/ContentVersion',
      fault: { kind: 'reset', processed: true },
    })
    expect(await problemOf(run({ soql: 'SELECT Id FROM Account' }, { fileName: 'Once' }))).toMatchObject({
      status: 504,
      message: expect.stringContaining('“Once”'),
    })
    expect(await org.rows("SELECT Id FROM ContentVersion WHERE Title = 'Once'")).toHaveLength(1)
  })

  test.each([401, 429, 503])('whose address cannot be found out may exist: %i', async (status) => {
    org.sandbox.faults.add({
      method: 'GET',
      path: '/services/data/*/query',
      skip: 1,
      count: null,
      fault: { kind: 'response', status, body: [{ errorCode: 'REFUSED', message: 'Refused.' }] },
    })
    expect(await problemOf(run({ soql: 'SELECT Id FROM Account' }, { fileName: 'Once' }))).toMatchObject({
      status: 504,
      message: expect.stringContaining('“Once”'),
    })
  })
})
