import { COMPANIES, PEOPLE, type PersonKey } from '../../core/world.ts'
import type { SalesforceAccount } from '../account.ts'
import type { Org } from '../org/org.ts'
import { load } from '../records/load.ts'
import type { Author } from '../records/new-row.ts'
import type { Salesforce } from '../salesforce.ts'
import { addAccounts } from './accounts.ts'
import { addDeals } from './deals.ts'
import { addClassicNote, addNotes } from './notes.ts'
import { addContacts, addLeads, nameOf } from './people.ts'
import { addProjects } from './projects.ts'
import { addRules } from './rules.ts'
import { addOrganization, addUser, userRow } from './users.ts'

/** Three orgs and the people who sign in to them; Ada comes first. */
export function addSamples(salesforce: Salesforce): void {
  addMeridian(salesforce)
  addKestrel(salesforce)
  addHalden(salesforce)
}

/** The org of the demo: everything is there. Of its users one sees few fields, and one may not use the API. */
function addMeridian(salesforce: Salesforce): void {
  const org = salesforce.addOrg('00D5e000003V0C7EAK', COMPANIES.meridian.name)
  const author = authorIn(salesforce, org)
  addOrganization(author, org, COMPANIES.meridian.timeZone, 'Developer Edition')
  const [ada, bilal, , , esther] = signUp(salesforce, author, org, ['ada', 'bilal', 'chloe', 'dmitri', 'esther'])
  if (!ada || !bilal || !esther) throw new RangeError('The sample people are missing')
  userRow(author, { ...nameOf('bilal'), Username: 'former@meridian.example', Alias: 'former', TimeZoneSidKey: 'UTC' })
  restrict(bilal)
  esther.access.apiEnabled = false
  const asAda = { ...author, userId: ada.userId }
  const accounts = addAccounts(asAda)
  const contacts = addContacts(asAda, accounts)
  addLeads(asAda, accounts, contacts)
  addDeals(asAda, accounts, contacts)
  addNotes(asAda, accounts, contacts)
  addProjects(asAda, accounts, contacts)
  addRules(asAda, org)
}

/** Few fields, no projects, and of opportunities only a look. */
function restrict({ access }: SalesforceAccount): void {
  for (const name of ['AnnualRevenue', 'NumberOfEmployees', 'Description']) access.hiddenFields.add(`Account.${name}`)
  for (const name of ['Email', 'Phone', 'MobilePhone', 'HomePhone']) access.hiddenFields.add(`Contact.${name}`)
  access.hiddenFields.add('Opportunity.Amount')
  access.readOnlyFields.add('Account.Name')
  access.objects.set('Opportunity', { create: false, edit: false, delete: false })
  access.objects.set('Project__c', { read: false })
}

/** An org that has neither Service Cloud nor enhanced notes. */
function addKestrel(salesforce: Salesforce): void {
  const org = salesforce.addOrg('00D8d000000jQp4EAE', COMPANIES.kestrel.name)
  org.absentObjects.add('Case')
  org.notesEnabled = false
  const author = authorIn(salesforce, org)
  addOrganization(author, org, COMPANIES.kestrel.timeZone, 'Professional Edition')
  const [maya] = signUp(salesforce, author, org, ['maya', 'omar'])
  const { meridian } = COMPANIES
  const owner = { ...author, userId: String(maya?.userId) }
  const supplier = load(owner, 'Account', { Name: meridian.name, Website: `https://${meridian.domain}` })
  for (const key of ['ada', 'chloe'] as const)
    load(owner, 'Contact', { ...nameOf(key), AccountId: supplier.Id ?? null })
  addClassicNote(owner, String(supplier.Id))
}

/** An edition that has no API at all. */
function addHalden(salesforce: Salesforce): void {
  const org = salesforce.addOrg('00D7b000000hTx2EAE', COMPANIES.halden.name)
  org.apiEnabled = false
  signUp(salesforce, authorIn(salesforce, org), org, ['lars'])
}

/** What is there from the beginning is the work of the org's first user. */
function authorIn({ clock }: Salesforce, { database, id }: Org): Author {
  return { database, now: clock.start, userId: id }
}

function signUp({ accounts }: Salesforce, author: Author, org: Org, keys: readonly PersonKey[]): SalesforceAccount[] {
  return keys.map((key) => {
    const account = addUser(author, org, PEOPLE[key])
    accounts.set(account.email, account)
    return account
  })
}
