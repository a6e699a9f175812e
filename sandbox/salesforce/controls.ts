import { controlRoute, parseJsonObject } from '../core/controls.ts'
import { json } from '../core/http/responses.ts'
import type { Route } from '../core/http/router.ts'
import { connectedAppControls } from './jwt-bearer/controls.ts'
import type { DuplicateRule, ValidationRule } from './org/rules.ts'
import { generateRows, insertRows } from './populate.ts'
import type { OrgFeatures } from './schema/features.ts'
import type { Row } from './schema/field.ts'
import type { SalesforceSettings } from './settings.ts'
import type { SalesforceState } from './state.ts'

/** The control routes under `/_sandbox/` that are specific to Salesforce. An org is given by the account of a user. */
export function salesforceControls(salesforce: SalesforceState): Route[] {
  return [
    controlRoute('GET', 'salesforce', () => json(salesforce.settings)),
    controlRoute('PATCH', 'salesforce', (request) => {
      const changes = parseJsonObject(request)
      const unknown = Object.keys(changes).find((name) => !Object.hasOwn(salesforce.settings, name))
      if (unknown !== undefined) throw new RangeError(`Unknown setting "${unknown}"`)
      return json(Object.assign(salesforce.settings, changes as Partial<SalesforceSettings>))
    }),
    controlRoute('PATCH', 'org', (request) => {
      const { account, notesEnabled, apiEnabled, personAccounts, currencies } = parseJsonObject(request)
      const { org } = salesforce.account(String(account))
      if (typeof notesEnabled === 'boolean') org.notesEnabled = notesEnabled
      if (typeof apiEnabled === 'boolean') org.apiEnabled = apiEnabled
      if (typeof personAccounts === 'boolean') org.configure({ personAccounts })
      if (Array.isArray(currencies)) org.configure({ currencies: currencies.map(String) })
      return json({ id: org.id, notesEnabled: org.notesEnabled, apiEnabled: org.apiEnabled, ...toJson(org.features) })
    }),
    controlRoute('POST', 'picklist-values', (request) => {
      const { account, object, field, from, to } = parseJsonObject(request)
      salesforce.account(String(account)).org.renameValue(String(object), String(field), String(from), String(to))
      return json({ object, field, from, to }, 201)
    }),
    ...connectedAppControls(salesforce.connectedApp),
    ...rowControls(salesforce),
    ...ruleControls(salesforce),
  ]
}

function toJson({ personAccounts, currencies }: OrgFeatures) {
  return { personAccounts, currencies }
}

function rowControls(salesforce: SalesforceState): Route[] {
  return [
    controlRoute('POST', 'rows', (request) => {
      const { account, object, rows } = parseJsonObject(request)
      return json({ ids: insertRows(salesforce, String(account), String(object), rows as readonly Row[]) }, 201)
    }),
    controlRoute('POST', 'rows/generate', (request) => {
      const { account, object, count, seed = 1 } = parseJsonObject(request)
      const generation = { object: String(object), count: Number(count), seed: Number(seed) }
      return json({ ids: generateRows(salesforce, String(account), generation) }, 201)
    }),
  ]
}

function ruleControls(salesforce: SalesforceState): Route[] {
  const getOrg = (account: unknown) => salesforce.account(String(account)).org
  return [
    controlRoute('POST', 'locks', (request) => {
      const { account, id, times = 1 } = parseJsonObject(request)
      getOrg(account).locks.hold(String(id), Number(times))
      return json({ id, times }, 201)
    }),
    controlRoute('POST', 'validation-rules', (request) => {
      const { account, ...rule } = parseJsonObject(request)
      getOrg(account).validationRules.push(rule as unknown as ValidationRule)
      return json(rule, 201)
    }),
    controlRoute('POST', 'duplicate-rules', (request) => {
      const { account, ...rule } = parseJsonObject(request)
      getOrg(account).duplicateRules.push(rule as unknown as DuplicateRule)
      return json(rule, 201)
    }),
  ]
}
