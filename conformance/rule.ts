import type { CapabilityName } from './run/capabilities.ts'
import type { Check } from './run/check.ts'
import type { Subject } from './run/subject.ts'
import type { SampleName } from './samples.ts'
import type { Sentence } from './specification/sentences.ts'

/**
 * How binding a rule is. `must`: the specification says it. `should`: the specification leaves it open or implies it, and
 * this platform relies on it or is better off with it.
 */
export type Level = 'must' | 'should'

/**
 * What a rule is applied to: the provider once; every route once, with the first application that has it; every application;
 * or every capability of every application.
 */
export type Scope = 'provider' | 'route' | 'application' | 'capability'

/** What a rule cannot be run without. */
export type Need = 'key' | 'account' | 'writes' | 'refresh' | SampleName

/** A rule of the provider interface. */
export interface Rule {
  /** Stable name, by which `--only` selects rules. */
  id: string
  level: Level
  /** What it requires, as a sentence. */
  requires: string
  /** The sentence of the specification that it comes from. */
  source: Sentence
  /** What to do about a violation. */
  remedy: string
  scope: Scope
  /** The capabilities that it is about; all by default. Only for the scopes `route` and `capability`. */
  capabilities?: readonly CapabilityName[]
  needs?: readonly Need[]
  /** Whether the rule is about what all others have seen, and is therefore run after them. */
  isLast?: boolean
  /** Whether the rule is about an application. By default, about all. Only for the scope `application`. */
  appliesTo?: (subject: Subject) => boolean
  /** Sends requests and reports what is wrong to `check`. */
  run: (check: Check, subject: Subject) => Promise<void>
}
