import { COMPANIES } from '../../core/fixtures.ts'
import { insertUnchecked } from '../records/insert-unchecked.ts'
import type { WriteContext } from '../records/new-row.ts'

/** Account ids by the fixture key of the company. */
export type AccountIds = Readonly<Record<'halden' | 'sakurai' | 'kestrel' | 'volna' | 'kowhai', string>>

/** The customers of Meridian Works. Their websites are written in various forms. */
export function addAccounts(context: WriteContext): AccountIds {
  const add = (fields: Record<string, string | number | boolean | null>) =>
    String(insertUnchecked(context, 'Account', fields).Id)
  const { halden, sakurai, kestrel, volna, kowhai } = COMPANIES
  const ids = {
    halden: add({
      Name: halden.name,
      Website: 'http://www.halden.example',
      Industry: 'Construction',
      Type: 'Customer - Direct',
      BillingCity: halden.city,
      BillingCountry: 'Norway',
      AnnualRevenue: 84_000_000,
      NumberOfEmployees: 310,
      Customer_Number__c: 'C-1001',
      Description: 'Timber and joinery.\nFramework agreement since 2019.',
    }),
    sakurai: add({
      Name: sakurai.name,
      Website: 'sakurai.example',
      Industry: 'Manufacturing',
      Type: 'Customer - Direct',
      BillingCity: sakurai.city,
      BillingCountry: '日本',
      AnnualRevenue: 51_500_000,
      Customer_Number__c: 'C-1002',
    }),
    kestrel: add({
      Name: kestrel.name,
      Website: 'https://www.kestrel.example/about-us',
      Industry: 'Transportation',
      Type: 'Prospect',
      BillingCity: kestrel.city,
      BillingState: 'OR',
      BillingCountry: 'USA',
      Rating: 'Hot',
      Customer_Number__c: 'C-1003',
    }),
    volna: add({ Name: volna.name, Website: 'https://volna.example', Industry: 'Media', BillingCity: volna.city }),
    kowhai: add({ Name: kowhai.name, Website: 'www.kowhai.example', Industry: 'Food & Beverage', Type: 'Prospect' }),
  }
  add({ Name: 'Kestrel Freight – Seattle', Website: 'kestrel.example', ParentId: ids.kestrel })
  // Two rows with the same name, and names with wildcards and quotes that a query must escape.
  add({ Name: halden.name, BillingCity: 'Oslo', CreatedDate: '2016-02-29T07:15:00Z' })
  add({ Name: '100% Organic_Foods', Website: 'organic-foods.example' })
  add({ Name: "O'Malley \\ Sons", Industry: 'Retail' })
  add({ Name: 'Old Mill Paper', Website: 'oldmill.example', CreatedDate: '2016-01-04T12:00:00Z', IsDeleted: true })
  return ids
}
