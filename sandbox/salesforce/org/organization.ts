import type { Clock } from '../../core/time/clock.ts'
import { SchemaCatalog } from '../schema/catalog.ts'
import { OBJECTS } from '../schema/objects/index.ts'
import { Cursors } from './cursors.ts'
import { Database } from './database.ts'
import { Locks } from './locks.ts'
import type { DuplicateRule, ReportDefinition, ValidationRule } from './rules.ts'
import { Usage } from './usage.ts'

export interface OrgOptions {
  /** In 18 characters. */
  id: string
  name: string
  clock: Clock
  /** API calls in 24 hours. */
  dailyLimit: () => number
}

/** One customer of Salesforce: its data, its rules, its limits. */
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
  /** Objects the org has not got: no Service Cloud, notes switched off. */
  readonly absentObjects = new Set<string>()
  /** Rows in approval, which cannot be edited. */
  readonly lockedForEditing = new Set<string>()
  /** False: an edition without API access. */
  apiEnabled = true
  /** The end of the transaction that is under way, during which no other call is served. */
  transaction: Promise<void> | undefined

  constructor({ id, name, clock, dailyLimit }: OrgOptions) {
    this.id = id
    this.name = name
    const instance = id.slice(3, 6)
    this.database = new Database(new SchemaCatalog(OBJECTS), instance)
    this.cursors = new Cursors(instance)
    this.usage = new Usage(() => clock.now(), dailyLimit)
  }

  /** Enhanced notes are a feature that an administrator switches on. */
  set notesEnabled(enabled: boolean) {
    if (enabled) this.absentObjects.delete('ContentNote')
    else this.absentObjects.add('ContentNote')
  }

  get notesEnabled(): boolean {
    return !this.absentObjects.has('ContentNote')
  }
}
