import { afterAll, expect, test } from '@jest/globals'
import { type Account, runConformance } from '../../conformance/index.ts'
import type { ConnectedProvider } from '../../src/contract/index.ts'
import { startSystem } from '../flows/system.ts'
import { describeReport } from './report.ts'

/** Applications of the hub as somebody examines them at first: with a credential, and without samples. */

/** Rules that send hundreds of requests or 50 MB, and need no account. */
const LARGE = ['body.missing-member', 'body.wrong-type', 'body.out-of-range', 'body.large', 'body.too-large']
const APPLICATIONS = ['salesforce', 'google-docs', 'onedrive', 'google-calendar']

const system = await startSystem()
afterAll(() => system.stop())

const accounts = APPLICATIONS.map((application): Account => {
  const connect = async () => (await system.connect(application)) as unknown as ConnectedProvider
  return { application, connect }
})
const report = await runConformance({
  url: system.hub,
  key: system.platform.key,
  platformUrl: system.platformUrl,
  applications: APPLICATIONS,
  accounts,
  only: ({ id }) => !LARGE.includes(id),
})
describeReport(report)

test.each([
  ['salesforce', '/sync/metadata', 'table'],
  ['salesforce', '/sync/table', 'table'],
  ['salesforce', '/salesforce/link', 'link'],
  ['salesforce', '/execute/function', 'function'],
  ['google-docs', '/google-docs/link', 'link'],
  ['google-docs', '/execute/function', 'function'],
  ['onedrive', '/onedrive/link', 'link'],
  ['onedrive', '/execute/function', 'function'],
])('an expired credential of %s at %s is not examined without the sample “%s”', (application, route, sample) => {
  expect(expiredAt(application, route)).toMatchObject([{ outcome: 'skipped', reason: `needs the sample “${sample}”` }])
})

test.each([
  ['salesforce', '/sync/identifier'],
  ['google-calendar', '/sync/calendar'],
])('an expired credential of %s at %s is examined: it needs no sample', (application, route) => {
  expect(expiredAt(application, route)).toMatchObject([{ outcome: 'passed' }])
})

function expiredAt(application: string, route: string) {
  const ofRule = report.results.filter(({ rule }) => rule === 'credential.expired')
  return ofRule.filter((result) => result.application === application && result.route === route)
}
