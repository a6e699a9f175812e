import type { Answer } from '../../core/answers.ts'
import type { Call } from '../../core/call.ts'
import { reply } from '../error-form.ts'
import { runSearch } from '../sosl/search.ts'
import type { Resource } from './guard.ts'
import { scopeOf } from './query.ts'
import type { Session } from './session.ts'

export const SEARCH_RESOURCES: readonly Resource[] = [{ method: 'GET', path: '/search', handle: search }]

function search(session: Session, call: Call): Answer {
  const sosl = call.url.searchParams.get('q') ?? ''
  const { searchLagMs } = session.salesforce.settings
  const knownUntil = session.salesforce.clock.now() - searchLagMs
  return reply({ searchRecords: runSearch(scopeOf(session), { sosl, knownUntil, version: session.version }) })
}
