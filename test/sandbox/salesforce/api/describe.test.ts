import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { type SalesforceSandbox, startSalesforce } from '../../../../sandbox/salesforce/index.ts'
import { ADA, as, BILAL, type Client, MAYA } from '../harness.ts'

let salesforce: SalesforceSandbox

beforeEach(async () => {
  salesforce = await startSalesforce()
})
afterEach(() => salesforce.stop())

const FIELD_KEYS =
  'aggregatable autoNumber byteLength calculated calculatedFormula cascadeDelete caseSensitive compoundFieldName controllerName createable custom defaultValue defaultValueFormula defaultedOnCreate dependentPicklist deprecatedAndHidden digits encrypted externalId extraTypeInfo filterable filteredLookupInfo groupable htmlFormatted idLookup inlineHelpText label length mask name nameField namePointing nillable permissionable picklistValues precision queryByDistance referenceTargetField referenceTo relationshipName relationshipOrder restrictedPicklist scale soapType sortable type unique updateable writeRequiresMasterRead'.split(
    ' ',
  )

const fieldsOf = async (client: Client, object: string) => {
  const { body } = await client.get(`/sobjects/${object}/describe`)
  return new Map<string, Record<string, unknown>>(body.fields.map((field: { name: string }) => [field.name, field]))
}
const objectsOf = async (client: Client) => {
  const { body } = await client.get('/sobjects')
  return new Map<string, Record<string, unknown>>(body.sobjects.map((item: { name: string }) => [item.name, item]))
}

describe('the list of objects', () => {
  test('has the permissions and URLs of each object', async () => {
    const { body } = await as(salesforce).get('/sobjects')
    expect(body).toMatchObject({ encoding: 'UTF-8', maxBatchSize: 200 })
    const objects = await objectsOf(as(salesforce))
    expect(objects.get('Account')).toMatchObject({
      keyPrefix: '001',
      labelPlural: 'Accounts',
      custom: false,
      queryable: true,
      createable: true,
      updateable: true,
      searchable: true,
      retrieveable: true,
      urls: { describe: '/services/data/v62.0/sobjects/Account/describe' },
    })
    expect(objects.get('Project__c')).toMatchObject({ custom: true, keyPrefix: 'a00', label: 'Project' })
    expect(objects.get('User')).toMatchObject({ createable: false, updateable: false })
  })

  test('contains only objects that the user may read and the org has', async () => {
    expect((await objectsOf(as(salesforce, BILAL))).has('Project__c')).toBe(false)
    const maya = await objectsOf(as(salesforce, MAYA))
    expect([maya.has('Case'), maya.has('ContentNote'), maya.has('Note')]).toEqual([false, false, true])
    salesforce.account(ADA).org.notesEnabled = false
    expect((await objectsOf(as(salesforce))).has('ContentNote')).toBe(false)
  })

  test.each([
    [BILAL, 'Project__c'],
    [MAYA, 'Case'],
    [ADA, 'Nonsense'],
  ])('%s gets 404 for the describe of %s', async (account, object) => {
    const { status, body } = await as(salesforce, account).get(`/sobjects/${object}/describe`)
    expect(status).toBe(404)
    expect(body[0]).toMatchObject({ errorCode: 'NOT_FOUND', message: 'The requested resource does not exist' })
  })
})

describe('the describe of an object', () => {
  test('omits fields that field-level security hides, and marks read-only ones', async () => {
    const [ada, bilal] = [await fieldsOf(as(salesforce), 'Account'), await fieldsOf(as(salesforce, BILAL), 'Account')]
    expect(ada.get('AnnualRevenue')).toMatchObject({ type: 'currency', createable: true })
    expect(bilal.has('AnnualRevenue')).toBe(false)
    expect(ada.get('Name')).toMatchObject({ updateable: true })
    expect(bilal.get('Name')).toMatchObject({ updateable: false, createable: false })
    const { body } = await as(salesforce, BILAL).get('/sobjects/Opportunity/describe')
    expect(body).toMatchObject({ createable: false, updateable: false, deletable: false, queryable: true })
  })

  test('has all keys of Salesforce’s describe for every field', async () => {
    const { body } = await as(salesforce).get('/sobjects/Contact/describe')
    for (const field of body.fields) expect(Object.keys(field)).toEqual(expect.arrayContaining(FIELD_KEYS))
  })

  test('distinguishes names, ids and references', async () => {
    const fields = await fieldsOf(as(salesforce), 'Contact')
    expect(fields.get('Id')).toMatchObject({
      type: 'id',
      soapType: 'tns:ID',
      length: 18,
      idLookup: true,
      nillable: false,
    })
    expect(fields.get('Name')).toMatchObject({ nameField: true, createable: false, updateable: false, length: 121 })
    expect(fields.get('LastName')).toMatchObject({
      nillable: false,
      defaultedOnCreate: false,
      compoundFieldName: 'Name',
    })
    expect(fields.get('AccountId')).toMatchObject({
      type: 'reference',
      referenceTo: ['Account'],
      relationshipName: 'Account',
      namePointing: false,
    })
    expect((await fieldsOf(as(salesforce), 'Lead')).get('OwnerId')).toMatchObject({
      referenceTo: ['Group', 'User'],
      namePointing: true,
    })
    expect(fields.get('MailingAddress')).toMatchObject({ type: 'address', createable: false, sortable: false })
    expect(fields.get('MailingCity')).toMatchObject({ compoundFieldName: 'MailingAddress', byteLength: 120 })
    expect(fields.get('Description')).toMatchObject({ type: 'textarea', filterable: false, sortable: false })
  })

  test('has the types, picklists and external ids of a custom object', async () => {
    const fields = await fieldsOf(as(salesforce), 'Project__c')
    const types = new Set([...fields.values()].map(({ type }) => type))
    for (const type of ['picklist', 'multipicklist', 'currency', 'percent', 'double', 'int', 'boolean', 'date']) {
      expect(types).toContain(type)
    }
    for (const type of ['datetime', 'time', 'email', 'phone', 'url', 'textarea', 'reference', 'string']) {
      expect(types).toContain(type)
    }
    expect(fields.get('Phase__c')).toMatchObject({ restrictedPicklist: true, custom: true, defaultValue: 'Idea' })
    expect(fields.get('Phase__c')?.picklistValues).toContainEqual({
      value: 'Parked',
      label: 'Parked',
      active: false,
      defaultValue: false,
      validFor: null,
    })
    expect(fields.get('Project_Code__c')).toMatchObject({ externalId: true, unique: true })
    expect(fields.get('Account__c')).toMatchObject({ relationshipName: 'Account__r', referenceTo: ['Account'] })
  })

  test('lists the child relationships', async () => {
    const { body } = await as(salesforce).get('/sobjects/Account/describe')
    expect(body.childRelationships).toContainEqual(
      expect.objectContaining({ childSObject: 'Contact', field: 'AccountId', relationshipName: 'Contacts' }),
    )
    expect(body.childRelationships).toContainEqual(
      expect.objectContaining({ childSObject: 'Project__c', relationshipName: 'Projects__r' }),
    )
    const bilal = await as(salesforce, BILAL).get('/sobjects/Account/describe')
    const names = bilal.body.childRelationships.map((item: { childSObject: string }) => item.childSObject)
    expect(names).not.toContain('Project__c')
  })

  test('of the asset register has 800 custom fields', async () => {
    const fields = await fieldsOf(as(salesforce), 'Asset_Register__c')
    expect([...fields.values()].filter(({ custom }) => custom)).toHaveLength(800)
  })
})
