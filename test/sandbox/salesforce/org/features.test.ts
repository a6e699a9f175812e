import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { type SalesforceSandbox, startSalesforce } from '../../../../sandbox/salesforce/index.ts'
import { ADA, as, type Client, column, replyOf } from '../harness.ts'

let salesforce: SalesforceSandbox
let ada: Client

beforeEach(async () => {
  salesforce = await startSalesforce()
  ada = as(salesforce)
})
afterEach(() => salesforce.stop())

const org = () => salesforce.account(ADA).org

async function control(method: string, path: string, body: object) {
  const headers = { 'content-type': 'application/json' }
  return replyOf(await fetch(`${salesforce.origin}/_sandbox/${path}`, { method, headers, body: JSON.stringify(body) }))
}

describe('person accounts', () => {
  test('do not exist by default', async () => {
    const { status, body } = await ada.query('SELECT Id FROM Account WHERE IsPersonAccount = true')
    expect([status, body[0].errorCode]).toEqual([400, 'INVALID_FIELD'])
  })

  test('are accounts with a last name, and have a contact that changes with them', async () => {
    const { body: settings } = await control('PATCH', 'org', { account: ADA, personAccounts: true })
    expect(settings).toMatchObject({ personAccounts: true, currencies: [] })
    const businesses = await ada.query('SELECT Id FROM Account WHERE IsPersonAccount = false')
    expect(businesses.body.totalSize).toBeGreaterThan(5)
    const { id } = (
      await ada.post('/sobjects/Account', { FirstName: 'Ann', LastName: 'Lee', PersonEmail: 'ann@lee.example' })
    ).body
    const { body } = await ada.get(`/sobjects/Account/${id}`)
    expect(body).toMatchObject({
      Name: 'Ann Lee',
      IsPersonAccount: true,
      PersonContactId: expect.stringMatching(/^003/),
    })
    await ada.patch(`/sobjects/Account/${id}`, { PersonEmail: 'ann@new.example' })
    const contact = await ada.query(
      "SELECT Id, AccountId, Name, IsPersonAccount FROM Contact WHERE Email = 'ann@new.example'",
    )
    expect(contact.body.records).toMatchObject([
      { Id: body.PersonContactId, AccountId: id, Name: 'Ann Lee', IsPersonAccount: true },
    ])
  })
})

describe('several currencies', () => {
  test('give every record the default one, and refuse others', async () => {
    await control('PATCH', 'org', { account: ADA, currencies: ['EUR', 'USD'] })
    const rows = await ada.query('SELECT CurrencyIsoCode FROM Opportunity')
    expect(new Set(column(rows, 'CurrencyIsoCode'))).toEqual(new Set(['EUR']))
    const created = await ada.post('/sobjects/Account', { Name: 'US', CurrencyIsoCode: 'USD' })
    expect(created.status).toBe(201)
    const refused = await ada.post('/sobjects/Account', { Name: 'UK', CurrencyIsoCode: 'GBP' })
    expect(refused.body[0].errorCode).toBe('INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST')
  })
})

describe('a renamed picklist value', () => {
  test('is the value of new and existing rows, and closes tasks as before', async () => {
    await control('POST', 'picklist-values', {
      account: ADA,
      object: 'Task',
      field: 'Status',
      from: 'Completed',
      to: 'Erledigt',
    })
    expect(column(await ada.query('SELECT ApiName FROM TaskStatus WHERE IsClosed = true'), 'ApiName')).toEqual([
      'Erledigt',
    ])
    expect(column(await ada.query("SELECT Subject FROM Task WHERE Status = 'Erledigt'"), 'Subject')).toEqual(['Call'])
    const closed = (await ada.post('/sobjects/Task', { Subject: 'x', Status: 'Erledigt' })).body.id
    const open = (await ada.post('/sobjects/Task', { Subject: 'y', Status: 'Completed' })).body.id
    const tasks = await ada.query(
      `SELECT Subject, IsClosed FROM Task WHERE Id IN ('${closed}','${open}') ORDER BY Subject`,
    )
    expect(column(tasks, 'IsClosed')).toEqual([true, false])
  })

  test('may be the default, and moves an opportunity to the same stage', async () => {
    org().renameValue('Opportunity', 'StageName', 'Closed Won', 'Gewonnen')
    org().renameValue('Lead', 'Status', 'Open - Not Contacted', 'Neu')
    const deal = { Name: 'x', StageName: 'Gewonnen', CloseDate: '2026-05-01' }
    const { id } = (await ada.post('/sobjects/Opportunity', deal)).body
    expect((await ada.get(`/sobjects/Opportunity/${id}`)).body).toMatchObject({ IsWon: true, StageName: 'Gewonnen' })
    const lead = (await ada.post('/sobjects/Lead', { LastName: 'x', Company: 'y' })).body.id
    expect((await ada.get(`/sobjects/Lead/${lead}`)).body.Status).toBe('Neu')
  })

  test('may keep its API name and have another label', async () => {
    org().relabelValue('Lead', 'Rating', 'Hot', 'Heiß')
    const { body } = await ada.get('/sobjects/Lead/describe')
    const rating = body.fields.find(({ name }: { name: string }) => name === 'Rating')
    expect(rating.picklistValues[0]).toMatchObject({ value: 'Hot', label: 'Heiß' })
  })
})
