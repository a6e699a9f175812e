import type { Answer } from '../../core/answers.ts'
import type { Call } from '../../core/call.ts'
import { reply } from '../error-form.ts'
import { normalId } from '../org/ids.ts'
import { notFound } from '../records/failure.ts'
import { runReport } from '../reports/report.ts'
import type { Resource } from './guard.ts'
import { scopeOf } from './query.ts'
import type { Session } from './session.ts'

/** "Reports and Dashboards REST API": a saved report, run while the caller waits. */
export const REPORT_RESOURCES: readonly Resource[] = [{ method: 'GET', path: '/analytics/reports/:id', handle: report }]

function report(session: Session, call: Call): Answer {
  const id = normalId(call.params.id ?? '')
  const row = session.view.object('Report') && session.org.database.get('Report', id ?? '')
  const definition = session.org.reports.find((one) => one.id === id)
  if (!row || row.IsDeleted || !definition) throw notFound()
  const includeDetails = call.url.searchParams.get('includeDetails') === 'true'
  return reply(runReport(scopeOf(session), { definition, row, includeDetails, version: session.version }))
}
