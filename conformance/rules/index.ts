import type { Rule } from '../rule.ts'
import { applicationRules } from './applications.ts'
import { bodyRules } from './bodies.ts'
import { itemRules } from './items.ts'
import { keyRules } from './keys.ts'
import { observedRules } from './observed.ts'
import { pagingRules } from './paging.ts'
import { serverRules } from './server.ts'
import { syncRules } from './syncs.ts'

/** All rules, in the order in which they are documented. */
export const RULES: readonly Rule[] = [
  serverRules,
  keyRules,
  bodyRules,
  applicationRules,
  syncRules,
  itemRules,
  pagingRules,
  observedRules,
].flat()
