import type { ReportDefinition } from '../org/rules.ts'
import { RecordError } from '../records/errors.ts'
import type { Row } from '../schema/field.ts'
import type { ObjectView } from '../schema/view.ts'
import type { Scope } from '../soql/scope.ts'
import { compileSelect, type QueryContext, requireObject } from '../soql/select/compile.ts'
import { type Path, resolvePath } from '../soql/select/path.ts'
import { parseStatement } from '../soql/statement.ts'
import { toCell } from './cell.ts'

export interface ReportOptions {
  readonly definition: ReportDefinition
  /** The row of the Report object. */
  readonly row: Row
  readonly includeDetails: boolean
  readonly version: string
}

/** Maximum number of rows of a synchronous run. `allData` is false when there are more. */
const MAX_ROWS = 2_000

/** Runs a tabular report. Its rows are under the single key "T!T" of the fact map. */
export function runReport(scope: Scope, run: ReportOptions): object {
  const { definition, row, includeDetails, version } = run
  const { object: name, where } = definition
  const soql = `SELECT Id FROM ${name}${where === undefined ? '' : ` WHERE ${where}`}`
  const context = { scope, soql }
  const object = requireObject(context, name)
  const columns = definition.columns.flatMap((name) => resolveColumn(context, definition, object, name))
  const rows = compileSelect(context, object, parseStatement(soql)).pick(scope.database.rows(object.name))
  const shownRows = rows.slice(0, MAX_ROWS)
  const details = shownRows.map((shownRow) => ({ dataCells: columns.map(({ path }) => toCell(scope, path, shownRow)) }))
  const total = { aggregates: [{ label: String(rows.length), value: rows.length }] }
  const base = `/services/data/${version}/analytics/reports/${row.Id}`
  return {
    attributes: {
      describeUrl: `${base}/describe`,
      instancesUrl: `${base}/instances`,
      reportId: row.Id,
      reportName: row.Name,
      type: 'Report',
    },
    allData: rows.length === shownRows.length,
    factMap: { 'T!T': includeDetails ? { ...total, rows: details } : total },
    groupingsAcross: { groupings: [] },
    groupingsDown: { groupings: [] },
    hasDetailRows: includeDetails,
    reportExtendedMetadata: toExtendedMetadata(columns),
    reportMetadata: toMetadata(columns, row, { label: object.type.labelPlural, type: object.name }),
  }
}

interface Column {
  /** The object and field, as in a report on a custom report type. */
  readonly name: string
  readonly path: Path
}

/** Columns of fields that the user may not see are omitted. */
function resolveColumn(
  { scope, soql }: QueryContext,
  definition: ReportDefinition,
  object: ObjectView,
  written: string,
): Column[] {
  try {
    const name = written.includes('.') ? written : `${definition.object}.${written}`
    return [{ name, path: resolvePath(scope, object, written, soql) }]
  } catch (error) {
    if (error instanceof RecordError) return []
    throw error
  }
}

function toExtendedMetadata(columns: readonly Column[]): object {
  const info = columns.map(({ name, path: { field } }) => [name, { dataType: field.type, label: field.label }])
  return {
    aggregateColumnInfo: { RowCount: { dataType: 'int', label: 'Record Count' } },
    detailColumnInfo: Object.fromEntries(info),
    groupingColumnInfo: {},
  }
}

function toMetadata(columns: readonly Column[], row: Row, reportType: object): object {
  return {
    aggregates: ['RowCount'],
    chart: null,
    crossFilters: [],
    currency: null,
    detailColumns: columns.map(({ name }) => name),
    developerName: row.DeveloperName,
    groupingsAcross: [],
    groupingsDown: [],
    hasDetailRows: true,
    hasRecordCount: true,
    id: row.Id,
    name: row.Name,
    reportBooleanFilter: null,
    reportFilters: [],
    reportFormat: 'TABULAR',
    reportType,
    scope: 'organization',
    showGrandTotal: true,
    showSubtotals: true,
    sortBy: [],
  }
}
