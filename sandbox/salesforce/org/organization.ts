import type { Clock } from '../../core/time/clock.ts'
import { SchemaCatalog } from '../schema/catalog.ts'
import { NO_FEATURES, type OrgFeatures, withFeatures } from '../schema/features.ts'
import { OBJECTS } from '../schema/objects/index.ts'
import { Cursors } from './cursors.ts'
import { Database } from './database.ts'
import { Locks } from './locks.ts'
import type { DuplicateRule, ReportDefinition, ValidationRule } from './rules.ts'
import { Usage } from './usage.ts'

export interface OrgOptions {
  /** The 18-character id. */
  id: string
  name: string
  clock: Clock
  /** Maximum number of API calls in 24 hours. */
  dailyLimit: () => number
}

/** A Salesforce org: its data, rules and limits. */
export class Org {
  readonly id: string
  readonly name: string
  readonly database: Database
  readonly usage: Usage
  readonly cursors: Cursors
  readonly locks = new Locks()
  readonly validationRules: ValidationRule[] = []
  readonly duplicateRules: DuplicateRule[] = []
  readonly reports: ReportDefinition[] = []
  /** Objects that the org does not have, for example without Service Cloud or enhanced notes. */
  readonly absentObjects = new Set<string>()
  /** Ids of rows in an approval process, which cannot be edited. */
  readonly lockedForEditing = new Set<string>()
  /** False for an edition without API access. */
  apiEnabled = true
  #features = NO_FEATURES
  /** Resolves when the running transaction ends. Other calls wait for it. */
  transaction: Promise<void> | undefined

  constructor({ id, name, clock, dailyLimit }: OrgOptions) {
    this.id = id
    this.name = name
    const instance = id.slice(3, 6)
    this.database = new Database(new SchemaCatalog(OBJECTS), instance)
    this.cursors = new Cursors(instance)
    this.usage = new Usage(() => clock.now(), dailyLimit)
  }

  get features(): OrgFeatures {
    return this.#features
  }

  /** Switches features on or off. */
  configure(changes: Partial<OrgFeatures>): void {
    this.#features = { ...this.#features, ...changes }
    this.database.changeSchema(new SchemaCatalog(withFeatures(OBJECTS, this.#features)))
  }

  /** Gives a picklist value a new API name and label, also in existing rows. */
  renameValue(object: string, field: string, from: string, to: string): void {
    const key = `${object}.${field}`
    const names = new Map([...(this.#features.renamedValues.get(key) ?? []), [from, to]])
    this.configure({ renamedValues: new Map([...this.#features.renamedValues, [key, names]]) })
    for (const row of this.database.findByValue(object, field, from)) this.database.put(object, { ...row, [field]: to })
    for (const row of this.database.findByValue(`${object}${field}`, 'ApiName', from)) {
      this.database.put(`${object}${field}`, { ...row, ApiName: to, MasterLabel: to })
    }
  }

  /** Gives a picklist value a new label, which people see instead of the API name. */
  relabelValue(object: string, field: string, value: string, label: string): void {
    const key = `${object}.${field}`
    const names = new Map([...(this.#features.labels.get(key) ?? []), [value, label]])
    this.configure({ labels: new Map([...this.#features.labels, [key, names]]) })
  }

  /** Whether an administrator has enabled enhanced notes. */
  set notesEnabled(enabled: boolean) {
    if (enabled) this.absentObjects.delete('ContentNote')
    else this.absentObjects.add('ContentNote')
  }

  get notesEnabled(): boolean {
    return !this.absentObjects.has('ContentNote')
  }
}
