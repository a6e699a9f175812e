import { ValidationError } from '../../../src/kit/errors.ts'
import { VendorError } from '../../../src/kit/vendor-errors.ts'
import { toId } from '../api/ids.ts'
import type { Org } from '../api/org.ts'
import { fetchRows } from '../api/pages.ts'
import { path } from '../api/path.ts'
import { unreadableResponse } from '../api/response.ts'
import { fillTemplate, toPlaceholders } from '../soql/template.ts'
import { type Sheet, toSheet } from './csv.ts'

/** The source of a file: a statement with placeholders, or a report of the org. */
export type Source = { soql: string; placeholders: string[] } | { reportId: string; placeholders: [] }

/** Parses the configuration of an installed function. Throws ValidationError unless it has exactly one source. */
export function parseSource(configuration: Readonly<Record<string, unknown>> | undefined): Source {
  const { soql, reportId } = configuration ?? {}
  if ((soql === undefined) === (reportId === undefined)) {
    throw ValidationError.at('#/configuration', 'must have either soql, a query, or reportId, the id of a report.')
  }
  if (reportId !== undefined) {
    const id = typeof reportId === 'string' ? toId(reportId) : undefined
    if (!id) throw ValidationError.at('#/configuration/reportId', 'must be the id of a report, such as 00O….')
    return { reportId: id, placeholders: [] }
  }
  if (typeof soql !== 'string' || !/^\s*select\s/i.test(soql)) {
    throw ValidationError.at('#/configuration/soql', 'must be a query that begins with SELECT.')
  }
  return { soql, placeholders: toPlaceholders(soql) }
}

/** Runs the query or the report. Throws ValidationError if Salesforce rejects the query as invalid. */
export function fetchSheet(org: Org, source: Source, values: ReadonlyMap<string, string>): Promise<Sheet> {
  return 'soql' in source ? fetchQuery(org, source.soql, values) : fetchReport(org, source.reportId)
}

/** Whether the author of the statement must correct it: Salesforce rejected it, or it names an object that is hidden. */
function isStatementError(error: unknown): error is VendorError {
  if (!(error instanceof VendorError)) return false
  return (
    error.reasons.some((reason) => ['INVALID_TYPE', 'INVALID_FIELD'].includes(reason)) ||
    ['operator', 'invalid-request'].includes(error.class)
  )
}

async function fetchQuery(org: Org, soql: string, values: ReadonlyMap<string, string>): Promise<Sheet> {
  try {
    return toSheet(await fetchRows(org.client, fillTemplate(soql, values)))
  } catch (error) {
    if (!isStatementError(error)) throw error
    const { message = '' } = (error.cause ?? {}) as { message?: string }
    throw ValidationError.at(
      '#/configuration/soql',
      `is not a valid query: ${message.replace(/\s+/g, ' ').trim()}`,
      error,
    )
  }
}

/** https://developer.salesforce.com/docs/atlas.en-us.api_analytics.meta/api_analytics/sforce_analytics_rest_api_getreportrundata.htm */
interface ReportRun {
  allData?: boolean
  reportMetadata?: { detailColumns?: string[] }
  reportExtendedMetadata?: { detailColumnInfo?: Record<string, { label?: string }> }
  factMap?: Record<string, { rows?: { dataCells?: { label?: unknown }[] }[] }>
}

/** Fetches the rows of a report, in the order of its groups, with the labels that its reader sees. */
async function fetchReport(org: Org, reportId: string): Promise<Sheet> {
  const { allData, reportMetadata, reportExtendedMetadata, factMap } = await org.client.request<ReportRun>({
    path: path`/analytics/reports/${reportId}?includeDetails=true`,
  })
  const columns = reportMetadata?.detailColumns
  if (!Array.isArray(columns) || !factMap) throw unreadableResponse()
  if (allData === false) {
    throw ValidationError.at(
      '#/configuration/reportId',
      'has more than the 2,000 rows that Salesforce returns. Add filters to the report, or use a query instead.',
    )
  }
  const info = reportExtendedMetadata?.detailColumnInfo ?? {}
  const rows = Object.values(factMap).flatMap((group) => group.rows ?? [])
  return {
    columns: columns.map((column) => info[column]?.label ?? column),
    rows: rows.map(({ dataCells = [] }) => columns.map((_, index) => String(dataCells[index]?.label ?? ''))),
  }
}
