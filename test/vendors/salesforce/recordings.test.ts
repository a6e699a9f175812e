import { describe, expect, test } from '@jest/globals'
import { salesforce } from '../../../vendors/salesforce/application.ts'
import { cutNetwork } from '../../kit/network.ts'
import { aCall, aConnection } from './builders.ts'
import { replay } from './recordings.ts'

cutNetwork()

const { metadata, table } = salesforce.sync ?? {}

describe('a response of Salesforce', () => {
  test("describes a table with labels in the user's language, active options and no compound fields", async () => {
    const waiting = replay('a-description')
    const page = await metadata?.(
      { connectedProvider: aConnection(), tableMetadata: [{ metadataType: 'Contact' }] },
      aCall(),
    )
    expect(page?.items).toEqual([
      {
        blockType: 'table',
        provider: 'provider-hub',
        application: 'salesforce',
        externalId: 'salesforce.00D5e000003V0C7EAK.Contact',
        uri: 'https://acme.lightning.force.com/lightning/o/Contact/list',
        metadata: { metadataType: 'Contact', label: 'Contact', fields: expect.any(Array) },
      },
    ])
    const fields = page?.items[0]?.metadata.fields ?? []
    expect(fields.map(({ name, fieldType }) => `${name} ${fieldType}`)).toEqual([
      'Id id',
      'IsDeleted boolean',
      'AccountId reference',
      'LastName string',
      'FirstName string',
      'Salutation picklist',
      'Name string',
      'Email email',
      'CreatedDate datetime',
      'LastModifiedDate datetime',
      'Regions__c multipicklist',
      'Score__c number',
      'Notes__c text',
    ])
    expect(fields.find(({ name }) => name === 'Salutation')?.options).toEqual([{ value: 'Mr.', label: 'Monsieur' }])
    expect(fields.filter(({ required }) => required).map(({ name }) => name)).toEqual(['LastName'])
    expect(waiting()).toEqual([])
  })

  test('for a missing object names it, and the others are described', async () => {
    replay('a-description-and-a-missing-object')
    const tableMetadata = [{ metadataType: 'Quote' }, { metadataType: 'Contact' }]
    const page = await metadata?.({ connectedProvider: aConnection(), tableMetadata }, aCall())
    expect(page?.items.map((item) => item.metadata.metadataType)).toEqual(['Contact'])
    expect(page?.metadata?.warnings).toEqual([expect.stringMatching(/^Quote: This does not exist in Salesforce/)])
  })

  test('contains the rows requested by id as text, and a missing one is named', async () => {
    const waiting = replay('contacts-by-id')
    const fields = ['Email', 'CreatedDate', 'Regions__c', 'Score__c', 'Salutation'].map((name) => ({ name }))
    const filter = {
      tableMetadata: { metadataType: 'Contact', fields },
      externalIds: ['0035e00000AbCdE', '0035e00000AbCdFAAV'],
    }
    const page = await table?.(
      { connectedProvider: aConnection(), recordFilter: { recordTypeFilters: [filter] } },
      aCall(),
    )
    expect(page?.items[0]?.records).toEqual([
      {
        externalId: '0035e00000AbCdEAAV',
        values: [
          { name: 'Email', value: 'ann@acme.example' },
          { name: 'CreatedDate', value: '2011-07-07T00:37:00.000Z' },
          { name: 'Regions__c', value: 'four;six' },
          { name: 'Score__c', value: '300' },
          { name: 'Salutation', value: '' },
        ],
      },
    ])
    expect(page?.metadata?.warnings).toEqual(['Contact: deleted, or hidden from this user: 0035e00000AbCdFAAV.'])
    expect(waiting()).toEqual([])
  })
})
