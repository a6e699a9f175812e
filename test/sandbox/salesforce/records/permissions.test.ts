import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { type SalesforceSandbox, startSalesforce } from '../../../../sandbox/salesforce/index.ts'
import { ADA, as, BILAL, type Client, idOf } from '../harness.ts'

let salesforce: SalesforceSandbox
let ada: Client

beforeEach(async () => {
  salesforce = await startSalesforce()
  ada = as(salesforce)
})
afterEach(() => salesforce.stop())

const writeError = (names: string) =>
  `Unable to create/update fields: ${names}. Please check the security settings of this field and verify that it is read/write for your profile or permission set.`

describe('permissions', () => {
  test('a hidden field does not exist, a read-only one cannot be written', async () => {
    const bilal = as(salesforce, BILAL)
    const id = await idOf(ada, 'Account', 'Kōwhai Foods Ltd')
    const hidden = await bilal.patch(`/sobjects/Account/${id}`, { AnnualRevenue: 5 })
    expect(hidden.body[0]).toMatchObject({
      errorCode: 'INVALID_FIELD',
      message: "No such column 'AnnualRevenue' on sobject of type Account",
    })
    const readOnly = await bilal.patch(`/sobjects/Account/${id}`, { Name: 'Mine', Site: 'x' })
    expect(readOnly.body[0]).toMatchObject({ message: writeError('Name'), fields: ['Name'] })
    expect((await ada.get(`/sobjects/Account/${id}`)).body).toMatchObject({ Name: 'Kōwhai Foods Ltd', Site: null })
  })

  test('a read-only object rejects every write', async () => {
    const bilal = as(salesforce, BILAL)
    const id = await idOf(ada, 'Opportunity', 'Halden – warehouse pilot')
    for (const reply of [
      await bilal.remove(`/sobjects/Opportunity/${id}`),
      await bilal.post('/sobjects/Opportunity', {}),
    ]) {
      expect([reply.status, reply.body[0].errorCode]).toEqual([403, 'INSUFFICIENT_ACCESS_OR_READONLY'])
    }
    const user = await ada.post('/sobjects/User', {})
    expect([user.status, user.body[0].errorCode]).toEqual([403, 'INSUFFICIENT_ACCESS_OR_READONLY'])
  })

  test('a row that the user may not see cannot be referenced', async () => {
    const project = await idOf(ada, 'Project__c', 'Halden warehouse')
    const { body } = await as(salesforce, BILAL).post('/sobjects/Task', { Subject: 'Call', WhatId: project })
    expect(body[0]).toMatchObject({
      errorCode: 'INSUFFICIENT_ACCESS_ON_CROSS_REFERENCE_ENTITY',
      message: `insufficient access rights on cross-reference id: ${project.slice(0, 15)}`,
    })
  })

  test('converted leads and rows in an approval process cannot be edited, and ids cannot be changed', async () => {
    const lead = (await ada.query('SELECT Id FROM Lead WHERE IsConverted = true')).body.records[0].Id
    const converted = await ada.patch(`/sobjects/Lead/${lead}`, { Title: 'x' })
    expect(converted.body[0]).toMatchObject({ errorCode: 'CANNOT_UPDATE_CONVERTED_LEAD' })
    const account = await idOf(ada, 'Account', 'Kōwhai Foods Ltd')
    salesforce.account(ADA).org.lockedForEditing.add(account)
    const locked = await ada.patch(`/sobjects/Account/${account}`, { Site: 'x' })
    expect(locked.body[0]).toMatchObject({ errorCode: 'ENTITY_IS_LOCKED', message: 'the entity is locked for editing' })
    const withId = await ada.patch(`/sobjects/Lead/${lead}`, { Id: lead })
    expect(withId.body[0].message).toBe('The Id field should not be specified in the sobject data.')
  })
})
