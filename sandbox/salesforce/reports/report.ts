import type { ReportDefinition } from '../org/rules.ts'
import { RecordFailure } from '../records/failure.ts'
import type { Row } from '../schema/field.ts'
import type { ObjectView } from '../schema/view.ts'
import { type Path, pathOf } from '../soql/path.ts'
import type { Scope } from '../soql/scope.ts'
import { objectOf, type Reading, selectOf } from '../soql/select.ts'
import { readStatement } from '../soql/statement.ts'
import { cellOf } from './cell.ts'

export interface ReportRun {
  readonly definition: ReportDefinition
  /** The report's own row. */
  readonly row: Row
  readonly includeDetails: boolean
  readonly version: string
}

/** Rows a report shows when it is run while the caller waits; `allData` tells whether these were all. */
const MAX_ROWS = 2_000

/** The answer of a tabular report: everything stands under the one key "T!T" of the fact map. */
export function runReport(scope: Scope, run: ReportRun): object {
  const { definition, row, includeDetails, version } = run
  const { object: name, where } = definition
  const soql = `SELECT Id FROM ${name}${where === undefined ? '' : ` WHERE ${where}`}`
  const reading = { scope, soql }
  const object = objectOf(reading, name)
  const columns = definition.columns.flatMap((name) => columnOf(reading, definition, object, name))
  const rows = selectOf(reading, object, readStatement(soql)).pick(scope.database.rows(object.name))
  const shown = rows.slice(0, MAX_ROWS)
  const details = shown.map((one) => ({ dataCells: columns.map(({ path }) => cellOf(scope, path, one)) }))
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
    allData: rows.length === shown.length,
    factMap: { 'T!T': includeDetails ? { ...total, rows: details } : total },
    groupingsAcross: { groupings: [] },
    groupingsDown: { groupings: [] },
    hasDetailRows: includeDetails,
    reportExtendedMetadata: extendedMetadata(columns),
    reportMetadata: metadata(columns, row, { label: object.type.labelPlural, type: object.name }),
  }
}

interface Column {
  /** By object and field, as in a report over a custom report type. */
  readonly name: string
  readonly path: Path
}

/** A column over a field that the reader may not see is left out. */
function columnOf(
  { scope, soql }: Reading,
  definition: ReportDefinition,
  object: ObjectView,
  written: string,
): Column[] {
  try {
    const name = written.includes('.') ? written : `${definition.object}.${written}`
    return [{ name, path: pathOf(scope, object, written, soql) }]
  } catch (error) {
    if (error instanceof RecordFailure) return []
    throw error
  }
}

function extendedMetadata(columns: readonly Column[]): object {
  const info = columns.map(({ name, path: { field } }) => [name, { dataType: field.type, label: field.label }])
  return {
    aggregateColumnInfo: { RowCount: { dataType: 'int', label: 'Record Count' } },
    detailColumnInfo: Object.fromEntries(info),
    groupingColumnInfo: {},
  }
}

function metadata(columns: readonly Column[], row: Row, reportType: object): object {
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
