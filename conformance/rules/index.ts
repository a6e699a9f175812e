import type { Rule } from '../rule.ts'
import { functionRules } from './actions/functions.ts'
import { linkRules } from './actions/links.ts'
import { noteRules } from './actions/notes.ts'
import { queryRules } from './actions/queries.ts'
import { recordRules } from './actions/records.ts'
import { tagRules } from './actions/tags.ts'
import { applicationRules } from './applications.ts'
import { bodyRules } from './bodies.ts'
import { keyRules } from './keys.ts'
import { observedRules } from './observed.ts'
import { serverRules } from './server.ts'
import { callbackRules } from './sign-in/callbacks.ts'
import { connectRules } from './sign-in/connecting.ts'
import { credentialRules } from './sign-in/credentials.ts'
import { calendarRules } from './syncs/calendars.ts'
import { identifierRules } from './syncs/identifiers.ts'
import { insightRules } from './syncs/insights.ts'
import { itemRules } from './syncs/items.ts'
import { mailRules } from './syncs/mail.ts'
import { syncRules } from './syncs/page-rules.ts'
import { pagingRules } from './syncs/paging.ts'
import { tableRules } from './syncs/tables.ts'

/** All rules, in the order in which they are documented. */
export const RULES: readonly Rule[] = [
  serverRules,
  keyRules,
  bodyRules,
  applicationRules,
  connectRules,
  callbackRules,
  credentialRules,
  syncRules,
  itemRules,
  pagingRules,
  mailRules,
  calendarRules,
  tableRules,
  identifierRules,
  insightRules,
  recordRules,
  noteRules,
  tagRules,
  linkRules,
  functionRules,
  queryRules,
  observedRules,
].flat()
