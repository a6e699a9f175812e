import { Random } from '../../core/random.ts'
import { addDays } from '../../core/time/dates.ts'
import { insertUnchecked } from '../records/insert-unchecked.ts'
import type { WriteContext } from '../records/new-row.ts'
import type { Row, Value } from '../schema/field.ts'
import { REGISTER_FIELDS } from '../schema/objects/asset-register.ts'
import type { AccountIds } from './accounts.ts'
import type { ContactIds } from './people.ts'

const REGISTER_ROWS = 5

/** Rows of the custom objects: projects with values in all fields, and asset register entries. */
export function addProjects(context: WriteContext, accounts: AccountIds, contacts: ContactIds): void {
  const today = new Date(context.now).toISOString().slice(0, 10)
  const add = (fields: Row) => insertUnchecked(context, 'Project__c', fields)
  add({
    Name: 'Halden warehouse',
    Project_Code__c: 'HAL-2026-01',
    Account__c: accounts.halden,
    Lead_Contact__c: contacts.ingrid,
    Phase__c: 'Running',
    Regions__c: 'EMEA;North America',
    Keywords__c: 'green;pilot',
    Budget__c: 180_000,
    Progress__c: 35,
    Effort_Days__c: 120.5,
    Headcount__c: 7,
    Confidential__c: true,
    Start_Date__c: addDays(today, -40),
    End_Date__c: addDays(today, 120),
    Kick_Off__c: '2026-02-04T08:30:00Z',
    Daily_Meeting__c: '09:15:00.000Z',
    Mailing_List__c: 'warehouse@halden.example',
    Hotline__c: '+47 69 00 00 99',
    Wiki__c: 'https://wiki.halden.example/warehouse',
    Summary__c: 'Automates the **outbound** side.\nPhase two follows in autumn.',
    Sponsor__c: 'Lars Ødegård',
  })
  add({
    Name: '検査装置 導入',
    Account__c: accounts.sakurai,
    Regions__c: 'APAC',
    Sponsor__c: '桜井 遥',
    Legacy_Number__c: '77',
  })
  add({
    Name: 'Route planning',
    Account__c: accounts.kestrel,
    Phase__c: 'Planning',
    Sponsor__c: 'Maya',
    Legacy_Number__c: '77',
  })
  add({ Name: 'Shelved idea', Phase__c: 'Parked', Sponsor__c: 'Chloé', CreatedDate: '2017-05-02T10:00:00Z' })
  for (let number = 1; number <= REGISTER_ROWS; number++)
    insertUnchecked(context, 'Asset_Register__c', registerRow(number))
}

function registerRow(number: number): Row {
  const random = new Random(number)
  const fields: Record<string, Value> = { Name: `Unit ${String(number).padStart(3, '0')}` }
  for (let index = 1; index <= REGISTER_FIELDS; index++) {
    const value = random.below(10_000)
    fields[`Reading_${String(index).padStart(3, '0')}__c`] = index % 4 === 0 ? `R${value}` : value / 10
  }
  return fields
}
