import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { writtenOperating } from '../../../docs/write-operating.ts'
import { ROOT } from '../compose/file.ts'
import { parseExpression } from './expression.ts'

export interface Rule {
  alert?: string
  record?: string
  expr: string
  for?: string
  labels?: Readonly<Record<string, string>>
  annotations?: Readonly<Record<string, string>>
}

/** The labels that Prometheus adds to each metric. */
const TARGET_LABELS = ['job', 'instance']
/** What node_exporter reports of the machine of the database, and what Prometheus itself knows. */
const OTHER_METRICS: Readonly<Record<string, readonly string[]>> = {
  up: [],
  ALERTS: ['alertname', 'alertstate', 'severity'],
  node_filesystem_avail_bytes: ['mountpoint', 'device', 'fstype'],
  node_filesystem_size_bytes: ['mountpoint', 'device', 'fstype'],
}

export function readRules(file: 'alerts' | 'recording'): Rule[] {
  const { groups } = parse(readFileSync(join(ROOT, `ops/prometheus/${file}.rules.yml`), 'utf8')) as {
    groups: { rules: Rule[] }[]
  }
  return groups.flatMap(({ rules }) => rules)
}

/**
 * The labels of every series that an expression may use, by its name: those of the programs' metrics, of which
 * docs/operating.md has complete tables, and those of the recording rules.
 */
export function knownSeries(): ReadonlyMap<string, readonly string[]> {
  const series = new Map(Object.entries(OTHER_METRICS))
  for (const [, name = '', type, list = ''] of writtenOperating().matchAll(
    /^\| `([a-z…][\w…]*)` \| (counter|gauge|histogram) \| ([^|]*) \|/gm,
  )) {
    const labels = list.split(',').flatMap((label) => label.trim() || [])
    for (const program of name.startsWith('…') ? ['hub', 'platform'] : ['']) {
      const metric = name.replace('…', program)
      if (type !== 'histogram') series.set(metric, labels)
      else for (const part of ['bucket', 'sum', 'count']) series.set(`${metric}_${part}`, [...labels, 'le'])
    }
  }
  for (const { record, expr } of readRules('recording')) if (record) series.set(record, parseExpression(expr).groupings)
  return series
}

/** What an expression names and no program exposes: metrics, and labels that its metrics do not have. */
export function findUnknown(text: string, series: ReadonlyMap<string, readonly string[]>): string[] {
  const { selectors, groupings } = parseExpression(text)
  const unknown = selectors.flatMap(({ metric, labels }) => {
    const existing = series.get(metric)
    if (!existing) return [metric]
    return labels
      .filter((label) => ![...existing, ...TARGET_LABELS].includes(label))
      .map((label) => `${metric}{${label}}`)
  })
  const all = [...TARGET_LABELS, ...selectors.flatMap(({ metric }) => series.get(metric) ?? [])]
  return [...unknown, ...groupings.filter((label) => !all.includes(label)).map((label) => `by (${label})`)]
}
