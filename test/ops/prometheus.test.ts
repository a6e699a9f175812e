import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { parse } from 'yaml'
import { ROOT } from './compose/file.ts'
import { parseExpression } from './prometheus/expression.ts'
import { findUnknown, knownSeries, readRules } from './prometheus/metrics.ts'

const FOLDER = join(ROOT, 'ops/prometheus')
const alerts = readRules('alerts')
const recording = readRules('recording')
const series = knownSeries()
const tests = parse(readFileSync(join(FOLDER, 'tests.yml'), 'utf8')) as {
  tests: { alert_rule_test: { alertname: string; exp_alerts: object[] }[] }[]
}

const promtool = (...args: string[]) => spawnSync('promtool', args, { cwd: FOLDER, encoding: 'utf8' })
const hasPromtool = promtool('--version').status === 0
const withPromtool = hasPromtool ? test : test.skip
if (!hasPromtool)
  process.stderr.write('promtool is missing (Debian: apt-get install prometheus): alerts are not tested.\n')

describe('ops/prometheus', () => {
  test.each([...alerts, ...recording].map(({ alert, record, expr }) => [alert ?? record, expr]))(
    '%s uses metrics and labels that the programs expose',
    (_name, expr = '') => {
      expect(findUnknown(expr, series)).toEqual([])
    },
  )

  test.each([
    ['sum(rate(hub_request_total[5m]))', ['hub_request_total']],
    ['hub_requests_total{state="200"}', ['hub_requests_total{state}']],
    ['sum by (vendor) (hub_requests_total)', ['by (vendor)']],
    ['histogram_quantile(0.9, sum by (le) (rate(hub_request_duration_seconds_bucket[5m])))', []],
  ])('in %s unknown is %j', (expr, unknown) => {
    expect(findUnknown(expr, series)).toEqual(unknown)
  })

  test('an expression that is none is refused', () => {
    expect(() => parseExpression('sum by (rate(hub_requests_total[5m]))')).toThrow(SyntaxError)
  })

  test('every alert has a severity, a sentence, and a test in which it fires and one in which it does not', () => {
    for (const { alert, labels, annotations } of alerts) {
      expect([alert, labels?.severity]).toEqual([alert, expect.stringMatching(/^(critical|warning)$/)])
      expect(annotations?.summary).toMatch(/\.$/)
      expect(annotations?.runbook_url).toMatch(`docs/runbook.md#${alert?.toLowerCase()}`)
      const cases = tests.tests.flatMap((entry) => entry.alert_rule_test).filter(({ alertname }) => alertname === alert)
      expect([alert, cases.map(({ exp_alerts }) => exp_alerts.length > 0)]).toEqual([alert, [true, false]])
    }
  })

  test('docs/runbook.md has an entry for every alert, and for no other', () => {
    const runbook = readFileSync(join(ROOT, 'docs/runbook.md'), 'utf8')
    const section = /^## Alerts\n(.*?)^## /ms.exec(runbook)?.[1] ?? ''
    const entries = [...section.matchAll(/^### (\w+)\n(.*?)(?=^### |$(?![\s\S]))/gms)]
    expect(entries.map(([, name]) => name)).toEqual(alerts.map(({ alert }) => alert))
    for (const [entry] of entries) expect(entry).toMatch(/\*\*Look at\*\*.*\*\*Do\*\*/s)
  })

  withPromtool('promtool accepts the rules, and every test of them passes', () => {
    for (const args of [
      ['check', 'rules', 'alerts.rules.yml', 'recording.rules.yml'],
      ['check', 'config', '--syntax-only', 'prometheus.yml'],
      ['test', 'rules', 'tests.yml'],
    ]) {
      const { status, stdout, stderr } = promtool(...args)
      expect([args, status, status === 0 ? '' : stdout + stderr]).toEqual([args, 0, ''])
    }
  })
})
