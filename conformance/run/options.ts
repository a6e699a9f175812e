import type { ProviderDefinition } from '../../src/contract/index.ts'
import type { Result } from '../report/schema.ts'
import type { Rule } from '../rule.ts'
import type { Account } from './subject.ts'

/** What to examine, and how. */
export interface ConformanceOptions {
  /** Base URL of the provider. */
  url: string
  /** PLATFORM_API_KEY of the provider. */
  key?: string
  /** URL of the platform, with which the types of problems begin. Without it, the rule about them is skipped. */
  platformUrl?: string
  /** The definition; by default it is read from `/definition.json` of the provider. */
  definition?: ProviderDefinition
  /** Names of the applications to examine; all by default. */
  applications?: readonly string[]
  /** Accounts of applications. Rules that need one are skipped for an application without. */
  accounts?: readonly Account[]
  /** Whether to run rules that write at the vendor. False by default. */
  writes?: boolean
  /** Whether to refresh the credentials of accounts. False by default. */
  refresh?: boolean
  /** Selects rules; all by default. */
  only?: (rule: Rule) => boolean
  /** How many pages of a sync to read at most. 50 by default. */
  maxPages?: number
  /** How long to wait for a response (ms). A minute by default. */
  timeoutMs?: number
  /** Receives every result as soon as it is there. */
  onResult?: (result: Result) => void | Promise<void>
}

/** Thrown when a provider cannot be examined. */
export class ConformanceError extends Error {}
