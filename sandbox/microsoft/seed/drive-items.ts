import { COMPANIES, PEOPLE, type Person } from '../../core/fixtures.ts'
import { createRichText, heading, paragraph, table } from '../../core/office/rich-text.ts'
import { writeWord } from '../../core/office/word-writer.ts'
import { writeWorkbook } from '../../core/office/workbook.ts'
import type { RelativeDates } from '../../core/time/relative-dates.ts'
import type { Drive } from '../drive/item.ts'
import { addDrive, addItem, addLink, type NewItem } from '../drive/new-item.ts'
import type { Drives } from '../drive/store.ts'
import { tenantIdOf } from '../oauth/tenants.ts'

/** The paths of the sample items in Ada's OneDrive, unless they say otherwise. */
export const ITEM_PATH = {
  contract: 'Templates/Framework contract.docx',
  letter: 'Templates/Welcome letter.docx',
  customers: 'Customers 2026.xlsx',
  terms: 'Terms.pdf',
  notes: 'Notes/Halden.docx',
  archive: 'Archive.zip',
  broken: 'Broken.docx',
  locked: 'Open at the moment.docx',
  notebook: 'Notebook',
  /** A reference to the forecast in Bilal's OneDrive. */
  remote: 'Forecast of Bilal.xlsx',
  /** In Bilal's OneDrive: shared with Ada directly, by a link to the organization, with nobody. */
  forecast: 'Forecast Q2.xlsx',
  plan: 'Shared/Warehouse plan.docx',
  private: 'Private.docx',
  /** In the library of the site Sales. */
  playbook: 'Playbook/Sales playbook.docx',
  /** In Omar's personal OneDrive: shared with everybody. */
  freight: 'Freight rates.docx',
} as const

const PERSONAL_TENANT_URL = 'https://my.microsoftpersonalcontent.com/personal'

/** Fills the OneDrives of Ada and her colleagues, the library of their site, and Omar's personal OneDrive. */
export function addSampleItems(drives: Drives, days: RelativeDates): void {
  const createdAt = days.epochMs(-3, 'Mon', '09:00')
  const add = (drive: Drive, item: NewItem) => addItem(drives, drive, item, createdAt)
  const ada = addBusinessDrive(drives, PEOPLE.ada)
  const bilal = addBusinessDrive(drives, PEOPLE.bilal)
  for (const person of [PEOPLE.yulia, PEOPLE.kenji, PEOPLE.aroha]) addBusinessDrive(drives, person)
  const adasEmail = { email: PEOPLE.ada.email }
  const forecast = add(bilal, {
    path: ITEM_PATH.forecast,
    bytes: createForecast(),
    permissions: [{ ...adasEmail, access: 'read' }],
  })
  const plan = add(bilal, { path: ITEM_PATH.plan, bytes: createPlan() })
  addLink(drives, bilal, plan, { scope: 'organization' })
  add(bilal, { path: ITEM_PATH.private, bytes: writeWord([createRichText([paragraph('Salary talk on Friday.')])]) })
  for (const item of createAdasItems(days)) add(ada, item)
  add(ada, { path: ITEM_PATH.remote, remote: `${bilal.id}/${forecast.id}` })
  addSalesLibrary(drives, add)
  const omar = addDrive(drives, {
    driveType: 'personal',
    owner: PEOPLE.omar.email,
    tenant: tenantIdOf(COMPANIES.kestrel),
    webUrl: `${PERSONAL_TENANT_URL}/omar/Documents`,
  })
  const freight = add(omar, {
    path: ITEM_PATH.freight,
    bytes: writeWord([createRichText([paragraph('Gate 14: 18.40 USD a pallet.')])]),
  })
  addLink(drives, omar, freight, { scope: 'anonymous' })
}

function addBusinessDrive(drives: Drives, { email, company }: Person): Drive {
  const host = `${company.key}-my.sharepoint.com`
  const webUrl = `https://${host}/personal/${email.replace(/[@.]/g, '_')}/Documents`
  return addDrive(drives, { driveType: 'business', owner: email, tenant: tenantIdOf(company), webUrl })
}

function addSalesLibrary(drives: Drives, add: (drive: Drive, item: NewItem) => void): void {
  const library = addDrive(drives, {
    driveType: 'documentLibrary',
    name: 'Sales',
    tenant: tenantIdOf(COMPANIES.meridian),
    members: { [PEOPLE.ada.email]: 'write', [PEOPLE.bilal.email]: 'read' },
    webUrl: 'https://meridian.sharepoint.com/sites/Sales/Shared%20Documents',
    siteId: 'meridian.sharepoint.com,5a58bb09-1fba-41c1-8125-69da264370a0,9f2ec1da-0be4-4a74-9254-973f0add78fd',
  })
  const text = createRichText([heading(1, 'Sales playbook'), paragraph('Every promise of a talk gets a date.')])
  add(library, { path: ITEM_PATH.playbook, bytes: writeWord([text]), author: PEOPLE.bilal.email })
}

function createAdasItems(days: RelativeDates): NewItem[] {
  const letter = createRichText([paragraph('Dear {{Name}},'), paragraph('welcome to {{Company}}!\v{{Sender}}')])
  const notes = createRichText([
    heading(1, 'Halden: renewal talk'),
    paragraph('Two years at 17,200 EUR a year. Ingrid waits for the contract until Friday.'),
  ])
  return [
    { path: ITEM_PATH.contract, bytes: createContract(), modifiedAt: days.epochMs(-1, 'Wed', '15:40') },
    { path: ITEM_PATH.letter, bytes: writeWord([letter]) },
    { path: ITEM_PATH.notes, bytes: writeWord([notes]), createdAt: days.epochMs(0, 'Mon', '08:05') },
    { path: ITEM_PATH.customers, bytes: createCustomers() },
    { path: ITEM_PATH.terms, bytes: Buffer.from('%PDF-1.4\n%%EOF\n') },
    // An empty ZIP archive.
    { path: ITEM_PATH.archive, bytes: Buffer.from(`PK\x05\x06${'\0'.repeat(18)}`, 'latin1') },
    { path: ITEM_PATH.broken, bytes: Buffer.from('This is no Word file.') },
    { path: ITEM_PATH.locked, bytes: writeWord([notes]), locked: true },
    { path: ITEM_PATH.notebook, isPackage: true },
    { path: 'Contracts' },
  ]
}

/** A contract whose placeholders are split over runs and stand in a table, header, footer and footnote. */
function createContract(): Buffer {
  const body = [
    heading(1, 'Framework contract'),
    paragraph(
      'between Meridian Works and {',
      { text: '{Com', bold: true },
      'pany}',
      '} ',
      '(“',
      { text: '{{Short name}}', bold: true },
      '”)',
    ),
    paragraph('§ 1 Term. The contract begins on ', '{{', 'Start date', '}}', ' and lasts {{Term}} months.', {
      footnote: 'a',
    }),
    table([
      ['Service', 'Price'],
      ['{{Service}}', '{{Price}} EUR'],
    ]),
    paragraph('{{City}}, {{Date}}\v{{Signatory}}'),
  ]
  const text = createRichText(body, {
    headers: new Map([['h', [paragraph('Contract ', { text: '{{Contract', bold: true }, ' number}}')]]]),
    footers: new Map([['f', [paragraph('{{Company}} · confidential')]]]),
    footnotes: new Map([['a', [paragraph(' Notice period: {{Notice', ' period}} weeks.')]]]),
  })
  return writeWord([text])
}

function createPlan(): Buffer {
  return writeWord([createRichText([heading(1, 'Second warehouse'), paragraph('Opens in week 21, gate 14 first.')])])
}

function createForecast(): Buffer {
  const rows = [
    ['Customer', 'Plan', 'Expected'],
    ['Halden', 16_000, 17_200],
    ['Kestrel', 22_000, 31_000],
  ]
  return writeWorkbook([{ title: 'Forecast', rows }])
}

function createCustomers(): Buffer {
  const rows = Object.values(COMPANIES).map(({ name, city, domain }) => [name, city, `https://${domain}`])
  return writeWorkbook([{ title: 'Customers', rows: [['Company', 'City', 'Website'], ...rows] }])
}
