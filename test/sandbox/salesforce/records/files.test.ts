import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { type SalesforceSandbox, startSalesforce } from '../../../../sandbox/salesforce/index.ts'
import { ADA, as, BILAL, type Client, column, idOf } from '../harness.ts'

let salesforce: SalesforceSandbox
let ada: Client

beforeEach(async () => {
  salesforce = await startSalesforce()
  ada = as(salesforce)
})
afterEach(() => salesforce.stop())

const VersionData = Buffer.from('Name;Betrag\r\nKōwhai;1,5\r\n', 'utf8').toString('base64')

describe('a file', () => {
  test('is a version of a document that is linked to the record to which it was published', async () => {
    const account = await idOf(ada, 'Account', 'Kōwhai Foods Ltd')
    const file = { Title: 'Pipeline', PathOnClient: 'pipeline.csv', VersionData, FirstPublishLocationId: account }
    const { status, body } = await ada.post('/sobjects/ContentVersion', file)
    expect(status).toBe(201)
    expect(body.id).toMatch(/^068/)
    const versions = await ada.query(
      `SELECT ContentDocumentId, VersionData FROM ContentVersion WHERE Id = '${body.id}'`,
    )
    const [{ ContentDocumentId, VersionData: where }] = versions.body.records
    const document = await ada.get(`/sobjects/ContentDocument/${ContentDocumentId}`)
    expect(document.body).toMatchObject({
      Title: 'Pipeline',
      FileType: 'CSV',
      FileExtension: 'csv',
      ContentSize: 26,
      LatestPublishedVersionId: body.id,
    })
    const links = await ada.query(
      `SELECT ContentDocumentId FROM ContentDocumentLink WHERE LinkedEntityId = '${account}'`,
    )
    expect(column(links, 'ContentDocumentId')).toContain(ContentDocumentId)
    const bytes = await ada.get(where)
    expect(bytes.headers.get('content-type')).toBe('application/octet-stream')
    expect(bytes.body).toBe('Name;Betrag\r\nKōwhai;1,5\r\n')
  })

  test('gets a second version of the same document', async () => {
    const first = await ada.post('/sobjects/ContentVersion', { PathOnClient: 'a.txt', VersionData })
    const { ContentDocumentId, Title } = (await ada.get(`/sobjects/ContentVersion/${first.body.id}`)).body
    expect(Title).toBe('a')
    await ada.post('/sobjects/ContentVersion', { PathOnClient: 'a.txt', VersionData, ContentDocumentId })
    const versions = await ada.query(
      `SELECT VersionNumber FROM ContentVersion WHERE ContentDocumentId = '${ContentDocumentId}' AND IsLatest = true`,
    )
    expect(column(versions, 'VersionNumber')).toEqual(['2'])
  })

  test('requires a name and content', async () => {
    const { body } = await ada.post('/sobjects/ContentVersion', { Title: 'x' })
    expect(body[0]).toMatchObject({ errorCode: 'REQUIRED_FIELD_MISSING', fields: ['PathOnClient', 'VersionData'] })
  })
})

describe('a report', () => {
  const REPORT = '/analytics/reports/'
  const pipeline = async () => (await ada.query('SELECT Id FROM Report')).body.records[0].Id

  test('returns its columns, its rows, and a label for every value', async () => {
    const { status, body } = await ada.get(`${REPORT}${await pipeline()}?includeDetails=true`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      allData: true,
      hasDetailRows: true,
      attributes: { type: 'Report', reportName: 'Open pipeline by account' },
      reportMetadata: {
        reportFormat: 'TABULAR',
        detailColumns: [
          'Account.Name',
          'Opportunity.Name',
          'Opportunity.StageName',
          'Opportunity.Amount',
          'Opportunity.CloseDate',
        ],
      },
      reportExtendedMetadata: {
        detailColumnInfo: { 'Opportunity.Amount': { label: 'Amount', dataType: 'currency' } },
      },
    })
    const { rows, aggregates } = body.factMap['T!T']
    expect(aggregates).toEqual([{ label: '5', value: 5 }])
    expect(rows[0].dataCells).toEqual([
      { label: 'Halden Trelast AS', value: 'Halden Trelast AS' },
      { label: 'Halden – framework renewal', value: 'Halden – framework renewal' },
      { label: 'Negotiation/Review', value: 'Negotiation/Review' },
      { label: '$240,000.00', value: { amount: 240_000, currency: null } },
      { label: '4/3/2026', value: '2026-04-03' },
    ])
    expect(rows[3].dataCells[3]).toEqual({ label: '-', value: null })
  })

  test('returns 2,000 rows and whether there are more', async () => {
    salesforce.generate(ADA, { object: 'Opportunity', count: 4_000, seed: 5 })
    const { body } = await ada.get(`${REPORT}${await pipeline()}?includeDetails=true`)
    expect(body.factMap['T!T'].rows).toHaveLength(2_000)
    expect(body.factMap['T!T'].aggregates[0].value).toBeGreaterThan(2_000)
    expect(body.allData).toBe(false)
  })

  test('without details has totals only', async () => {
    const { body } = await ada.get(REPORT + (await pipeline()))
    expect(body.factMap['T!T']).not.toHaveProperty('rows')
  })

  test('omits columns that the user may not see', async () => {
    const { body } = await as(salesforce, BILAL).get(`${REPORT}${await pipeline()}?includeDetails=true`)
    expect(body.reportMetadata.detailColumns).not.toContain('Opportunity.Amount')
    expect(body.factMap['T!T'].rows[0].dataCells).toHaveLength(4)
  })

  test.each(['00O000000000000', 'nonsense'])('%s is not found', async (id) => {
    expect((await ada.get(REPORT + id)).body[0].errorCode).toBe('NOT_FOUND')
  })
})
