import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { type SalesforceSandbox, startSalesforce } from '../../../../sandbox/salesforce/index.ts'
import { as, type Client } from '../harness.ts'

let salesforce: SalesforceSandbox
let ada: Client

beforeEach(async () => {
  salesforce = await startSalesforce()
  ada = as(salesforce)
})
afterEach(() => salesforce.stop())

const PROJECT = { Sponsor__c: 'Ada' }
const DEAL = { Name: 'x', StageName: 'Prospecting', CloseDate: '2026-05-01' }

describe('JSON values', () => {
  test.each([
    ['text for a number', 'Account', { Name: 'x', AnnualRevenue: '5' }, 'double'],
    ['text for a boolean', 'Contact', { LastName: 'x', DoNotCall: 'true' }, 'boolean'],
    ['a number for text', 'Account', { Name: 5 }, 'string'],
    ['an object for a reference', 'Contact', { LastName: 'x', AccountId: {} }, 'string'],
    ['a day that does not exist', 'Opportunity', { ...DEAL, CloseDate: '2026-02-30' }, 'date'],
    ['a datetime for a date', 'Opportunity', { ...DEAL, CloseDate: '2026-02-01T00:00:00Z' }, 'date'],
    [
      'an offset without colon or milliseconds',
      'Project__c',
      { ...PROJECT, Kick_Off__c: '2013-08-12T15:20:00+0000' },
      'datetime',
    ],
    ['text that is not base64', 'ContentNote', { Title: 'x', Content: '<p>' }, 'base64'],
  ])('%s cannot be parsed', async (_, object, body, type) => {
    const reply = await ada.post(`/sobjects/${object}`, body)
    expect([reply.status, reply.body[0].errorCode]).toEqual([400, 'JSON_PARSER_ERROR'])
    expect(reply.body[0].message).toContain(`Cannot deserialize instance of ${type} from`)
  })

  test.each(['{"Name":', '[]', 'null', ''])('%j is not a JSON object', async (body) => {
    const { status, body: errors } = await ada.post('/sobjects/Account', body)
    expect([status, errors[0].errorCode]).toEqual([400, 'JSON_PARSER_ERROR'])
  })

  test('may be strings with textForNumbers=accept', async () => {
    salesforce.settings.textForNumbers = 'accept'
    const { body } = await ada.post('/sobjects/Account', {
      Name: 'x',
      AnnualRevenue: '1250.5',
      NumberOfEmployees: ' 4 ',
    })
    expect((await ada.get(`/sobjects/Account/${body.id}`)).body).toMatchObject({
      AnnualRevenue: 1250.5,
      NumberOfEmployees: 4,
    })
    expect((await ada.post('/sobjects/Account', { Name: 'x', AnnualRevenue: 'many' })).status).toBe(400)
  })

  test('are stored unchanged: dates, times, picklist values, Unicode', async () => {
    const body = {
      ...PROJECT,
      Name: '𠮷野 — 🚢\u200d',
      Kick_Off__c: '2026-03-29T02:30:00+02:00',
      Daily_Meeting__c: '09:15:00',
      Start_Date__c: '2028-02-29',
      Regions__c: 'APAC;EMEA',
      Keywords__c: 'not on the list',
      Summary__c: 'a\r\nb\t"\'\\',
    }
    const { body: created } = await ada.post('/sobjects/Project__c', body)
    expect((await ada.get(`/sobjects/Project__c/${created.id}`)).body).toMatchObject({
      ...body,
      Kick_Off__c: '2026-03-29T00:30:00.000+0000',
      Daily_Meeting__c: '09:15:00.000Z',
    })
  })
})
