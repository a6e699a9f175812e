import { describe, expect, test } from '@jest/globals'
import { omitUndefined } from '../../../../src/runtime/omit.ts'
import { matchRecordUrl } from '../../../../vendors/salesforce/search/record-url.ts'

const ID = '0015c00002Lz9mUAAR'
const LIGHTNING = 'https://acme.lightning.force.com'

describe('the URL of a record', () => {
  test.each([
    [`${LIGHTNING}/lightning/r/Account/${ID}/view`, 'Account'],
    [`${LIGHTNING}/lightning/r/Account/${ID}/edit`, 'Account'],
    [`${LIGHTNING}/lightning/r/Account/${ID}/related/Contacts/view`, 'Account'],
    [
      `${LIGHTNING}/lightning/r/Project__c/${ID}/view?ws=%2Flightning%2Fr%2FCase%2F5005e00000AbCdEAAV%2Fview`,
      'Project__c',
    ],
    [`${LIGHTNING}/lightning/r/${ID}/view`, undefined],
    [`${LIGHTNING}/lightning/r/${ID.slice(0, 15)}/view`, undefined],
    [`${LIGHTNING}/one/one.app#/sObject/${ID}/view`, undefined],
    [`https://acme.my.salesforce.com/${ID}`, undefined],
    [`https://acme.my.salesforce.com/${ID.slice(0, 15)}?nooverride=1`, undefined],
    [`https://na1.salesforce.com/${ID.slice(0, 15)}/e`, undefined],
    [`https://c.na1.visual.force.com/${ID}`, undefined],
  ])('is recognized: %s', (address, object) => {
    const { host } = new URL(address)
    expect(matchRecordUrl(address)).toEqual({ host, id: ID, ...omitUndefined({ object: object || undefined }) })
  })

  test.each([
    ['not an address'],
    [`${LIGHTNING}/lightning/o/Account/list?filterName=Recent`],
    [`${LIGHTNING}/lightning/page/home`],
    [`${LIGHTNING}/lightning/r/Account/0015c00002Lz9mUAAQ/view`],
    [`${LIGHTNING}/lightning/r/Account/../../${ID}x/view`],
    ['https://acme.my.salesforce.com/secur/frontdoor.jsp'],
    [`ftp://acme.my.salesforce.com/${ID}`],
    [`https://ann@acme.my.salesforce.com/${ID}`],
    ['javascript:0015c00002Lz9mUAAR'],
  ])('is not: %s', (address) => {
    expect(matchRecordUrl(address)).toBeUndefined()
  })
})
