import { json } from '../core/answers.ts'
import { bodyOf, control } from '../core/control.ts'
import type { Route } from '../core/router.ts'
import { generateRows, insertRows } from './fill.ts'
import type { DuplicateRule, ValidationRule } from './org/rules.ts'
import type { Salesforce } from './salesforce.ts'
import type { Row } from './schema/field.ts'
import type { SalesforceSettings } from './settings.ts'

/** Salesforce's own controls under `/_sandbox/`. Orgs are named by the account of one of their users. */
export function salesforceControls(salesforce: Salesforce): Route[] {
  return [
    control('GET', 'salesforce', () => json(salesforce.settings)),
    control('PATCH', 'salesforce', (call) => {
      const changes = bodyOf(call)
      const unknown = Object.keys(changes).find((name) => !Object.hasOwn(salesforce.settings, name))
      if (unknown !== undefined) throw new RangeError(`There is no setting "${unknown}"`)
      return json(Object.assign(salesforce.settings, changes as Partial<SalesforceSettings>))
    }),
    control('PATCH', 'org', (call) => {
      const { account, notesEnabled, apiEnabled } = bodyOf(call)
      const { org } = salesforce.account(String(account))
      if (typeof notesEnabled === 'boolean') org.notesEnabled = notesEnabled
      if (typeof apiEnabled === 'boolean') org.apiEnabled = apiEnabled
      return json({ id: org.id, notesEnabled: org.notesEnabled, apiEnabled: org.apiEnabled })
    }),
    ...rowControls(salesforce),
    ...ruleControls(salesforce),
  ]
}

function rowControls(salesforce: Salesforce): Route[] {
  return [
    control('POST', 'rows', (call) => {
      const { account, object, rows } = bodyOf(call)
      return json({ ids: insertRows(salesforce, String(account), String(object), rows as readonly Row[]) }, 201)
    }),
    control('POST', 'rows/generate', (call) => {
      const { account, object, count, seed = 1 } = bodyOf(call)
      const generation = { object: String(object), count: Number(count), seed: Number(seed) }
      return json({ ids: generateRows(salesforce, String(account), generation) }, 201)
    }),
  ]
}

function ruleControls(salesforce: Salesforce): Route[] {
  const orgOf = (account: unknown) => salesforce.account(String(account)).org
  return [
    control('POST', 'locks', (call) => {
      const { account, id, times = 1 } = bodyOf(call)
      orgOf(account).locks.hold(String(id), Number(times))
      return json({ id, times }, 201)
    }),
    control('POST', 'validation-rules', (call) => {
      const { account, ...rule } = bodyOf(call)
      orgOf(account).validationRules.push(rule as unknown as ValidationRule)
      return json(rule, 201)
    }),
    control('POST', 'duplicate-rules', (call) => {
      const { account, ...rule } = bodyOf(call)
      orgOf(account).duplicateRules.push(rule as unknown as DuplicateRule)
      return json(rule, 201)
    }),
  ]
}
