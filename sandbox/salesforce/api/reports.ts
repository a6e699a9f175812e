import type { HttpRequest } from '../../core/http/request.ts'
import type { HttpResponse } from '../../core/http/responses.ts'
import { normalizeId } from '../org/ids.ts'
import { notFound } from '../records/errors.ts'
import { runReport } from '../reports/run.ts'
import { jsonResponse } from '../responses.ts'
import type { Resource } from './guard.ts'
import { createScope } from './query.ts'
import type { Session } from './session.ts'

/** "Reports and Dashboards REST API": runs a saved report synchronously. */
export const REPORT_RESOURCES: readonly Resource[] = [{ method: 'GET', path: '/analytics/reports/:id', handle: report }]

function report(session: Session, request: HttpRequest): HttpResponse {
  const id = normalizeId(request.params.id ?? '')
  const row = session.view.object('Report') && session.org.database.get('Report', id ?? '')
  const definition = session.org.reports.find((candidate) => candidate.id === id)
  if (!row || row.IsDeleted || !definition) throw notFound()
  const includeDetails = request.url.searchParams.get('includeDetails') === 'true'
  return jsonResponse(runReport(createScope(session), { definition, row, includeDetails, version: session.version }))
}
