import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { ROOT } from './compose/file.ts'
import { findUnknown, knownSeries } from './prometheus/metrics.ts'

interface Panel {
  id: number
  type: string
  title: string
  gridPos: { h: number; w: number; x: number; y: number }
  targets?: { refId: string; expr: string; legendFormat: string }[]
}

const dashboard = JSON.parse(readFileSync(join(ROOT, 'ops/grafana/provider-hub.json'), 'utf8')) as {
  panels: Panel[]
  annotations: { list: { expr: string }[] }
  templating: { list: { name: string; type: string }[] }
}
const { panels } = dashboard
const series = knownSeries()
/** Grafana replaces its variables before Prometheus sees an expression. */
const withoutVariables = (expr: string) => expr.replaceAll('$__rate_interval', '1m')

describe('ops/grafana/provider-hub.json', () => {
  test.each(panels.filter(({ targets }) => targets).map((panel) => [panel.title, panel] as const))(
    'the panel “%s” uses metrics and labels that the programs expose',
    (_title, { targets = [] }) => {
      expect(targets.flatMap(({ expr }) => findUnknown(withoutVariables(expr), series))).toEqual([])
    },
  )

  test('the annotations are expressions too', () => {
    expect(dashboard.annotations.list.flatMap(({ expr }) => findUnknown(expr, series))).toEqual([])
  })

  test('legends name labels that their expressions keep', () => {
    for (const { title, targets = [] } of panels) {
      for (const { expr, legendFormat } of targets) {
        const labels = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label)
        const isAggregated = /\b(sum|max|min|avg)\b/.test(expr)
        const missing = labels.filter((label) => isAggregated && !expr.includes(label))
        expect([title, missing]).toEqual([title, []])
      }
    }
  })

  test('every own metric of hub and platform is shown, or is used by a rule', () => {
    const shown = JSON.stringify(panels) + readFileSync(join(ROOT, 'ops/prometheus/recording.rules.yml'), 'utf8')
    const alerts = readFileSync(join(ROOT, 'ops/prometheus/alerts.rules.yml'), 'utf8')
    const own = [...series.keys()].filter((name) => /^(hub|platform)_(?!nodejs_|process_)/.test(name))
    const names = new Set(own.map((name) => name.replace(/_(bucket|sum|count)$/, '')))
    // Beside the outcomes of calls, which are shown, their durations are mostly those of vendors.
    const others = ['platform_sync_provider_call_seconds', 'platform_sync_misconfigured_total']
    expect([...names].filter((name) => !shown.includes(name) && !alerts.includes(name))).toEqual(others.sort())
  })

  test('panels have ids of their own and do not overlap', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
    const cells = panels.flatMap(({ gridPos: { h, w, x, y } }) =>
      Array.from({ length: h * w }, (_, cell) => `${x + (cell % w)} ${y + Math.floor(cell / w)}`),
    )
    expect(new Set(cells).size).toBe(cells.length)
    expect(Math.max(...panels.map(({ gridPos: { w, x } }) => w + x))).toBe(24)
  })

  test('the rows are what people notice, syncs, vendors, store and processes', () => {
    const rows = panels.filter(({ type }) => type === 'row').map(({ title }) => title)
    expect(rows).toEqual(['What people notice', 'Syncs', 'Vendors', 'Store', 'Processes'])
  })
})
