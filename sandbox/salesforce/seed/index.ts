import { COMPANIES, PEOPLE, type PersonKey } from '../../core/fixtures.ts'
import type { SalesforceAccount } from '../account.ts'
import type { Org } from '../org/organization.ts'
import { insertUnchecked } from '../records/insert-unchecked.ts'
import type { WriteContext } from '../records/new-row.ts'
import type { SalesforceState } from '../state.ts'
import { addAccounts } from './accounts.ts'
import { addDeals } from './deals.ts'
import { addClassicNote, addNotes } from './notes.ts'
import { addContacts, addLeads, toNameFields } from './people.ts'
import { addProjects } from './projects.ts'
import { addRules } from './rules.ts'
import { addOrganization, addUser, insertUserRow } from './users.ts'

/** Creates three orgs with their users. Ada is the first user. */
export function seedOrgs(salesforce: SalesforceState): void {
  addMeridian(salesforce)
  addKestrel(salesforce)
  addHalden(salesforce)
}

/** The demo org, with data in all objects. One user sees few fields, and one may not use the API. */
function addMeridian(salesforce: SalesforceState): void {
  const org = salesforce.addOrg('00D5e000003V0C7EAK', COMPANIES.meridian.name)
  const context = createWriteContext(salesforce, org)
  addOrganization(context, org, COMPANIES.meridian.timeZone, 'Developer Edition')
  const [ada, bilal, , , esther] = addUsers(salesforce, context, org, ['ada', 'bilal', 'chloe', 'dmitri', 'esther'])
  if (!ada || !bilal || !esther) throw new RangeError('The sample people are missing')
  insertUserRow(context, {
    ...toNameFields('bilal'),
    Username: 'former@meridian.example',
    Alias: 'former',
    TimeZoneSidKey: 'UTC',
  })
  restrictProfile(bilal)
  esther.profile.apiEnabled = false
  const asAda = { ...context, userId: ada.userId }
  const accounts = addAccounts(asAda)
  const contacts = addContacts(asAda, accounts)
  addLeads(asAda, accounts, contacts)
  addDeals(asAda, accounts, contacts)
  addNotes(asAda, accounts, contacts)
  addProjects(asAda, accounts, contacts)
  addRules(asAda, org)
}

/** Hides many fields and all projects, and makes opportunities read-only. */
function restrictProfile({ profile }: SalesforceAccount): void {
  for (const name of ['AnnualRevenue', 'NumberOfEmployees', 'Description']) profile.hiddenFields.add(`Account.${name}`)
  for (const name of ['Email', 'Phone', 'MobilePhone', 'HomePhone']) profile.hiddenFields.add(`Contact.${name}`)
  profile.hiddenFields.add('Opportunity.Amount')
  profile.readOnlyFields.add('Account.Name')
  profile.objects.set('Opportunity', { create: false, edit: false, delete: false })
  profile.objects.set('Project__c', { read: false })
}

/** An org without Service Cloud and enhanced notes. */
function addKestrel(salesforce: SalesforceState): void {
  const org = salesforce.addOrg('00D8d000000jQp4EAE', COMPANIES.kestrel.name)
  org.absentObjects.add('Case')
  org.notesEnabled = false
  const context = createWriteContext(salesforce, org)
  addOrganization(context, org, COMPANIES.kestrel.timeZone, 'Professional Edition')
  const [maya] = addUsers(salesforce, context, org, ['maya', 'omar'])
  const { meridian } = COMPANIES
  const owner = { ...context, userId: String(maya?.userId) }
  const supplier = insertUnchecked(owner, 'Account', { Name: meridian.name, Website: `https://${meridian.domain}` })
  for (const key of ['ada', 'chloe'] as const)
    insertUnchecked(owner, 'Contact', { ...toNameFields(key), AccountId: supplier.Id ?? null })
  addClassicNote(owner, String(supplier.Id))
}

/** An org whose edition has no API. */
function addHalden(salesforce: SalesforceState): void {
  const org = salesforce.addOrg('00D7b000000hTx2EAE', COMPANIES.halden.name)
  org.apiEnabled = false
  addUsers(salesforce, createWriteContext(salesforce, org), org, ['lars'])
}

/** The context in which the sample rows of an org are created. */
function createWriteContext({ clock }: SalesforceState, { database, id }: Org): WriteContext {
  return { database, now: clock.start, userId: id }
}

function addUsers(
  { accounts }: SalesforceState,
  context: WriteContext,
  org: Org,
  keys: readonly PersonKey[],
): SalesforceAccount[] {
  return keys.map((key) => {
    const account = addUser(context, org, PEOPLE[key])
    accounts.set(account.email, account)
    return account
  })
}
