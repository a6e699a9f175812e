import { afterAll, describe, expect, test } from '@jest/globals'
import { type Account, runConformance } from '../../conformance/index.ts'
import { MissingFormValue } from '../../demo/forms.ts'
import type { ConnectedProvider, ConnectMethod, ProviderDefinition } from '../../src/contract/index.ts'
import { asVendor } from '../../src/kit/application.ts'
import * as vendors from '../../vendors/index.ts'
import { ADA, startSystem } from '../flows/system.ts'
import { createSamples, listActions, SAMPLE_OF_ACTION } from './exercises.ts'
import { describeReport, skippedIn } from './report.ts'

const MINUTE_MS = 60_000
/** A sync with more pages is considered endless. */
const MAX_PAGES = 200

/** Every application of the hub, connected through its vendor's consent page, or the application's form, in the sandbox. */
const system = await startSystem()
afterAll(() => system.stop())
const definition = (await (await fetch(`${system.hub}/definition.json`)).json()) as ProviderDefinition
const samples = await createSamples(system)

async function connect(application: string, method: string): Promise<ConnectedProvider> {
  // The vendors limit the requests of a user per minute, and the same user is connected in each way.
  system.sandbox.clock.advance(MINUTE_MS)
  return (await system.connect(application, ADA, method as ConnectMethod)) as unknown as ConnectedProvider
}

/** An account for each way in which an application can be connected here, and the obstacles to the others. */
const accounts: Account[] = []
const obstacles = new Map<string, string>()
for (const { name, connectMethods = ['oauth'] } of definition.applications) {
  for (const method of connectMethods) {
    const title = `${name}, connected by ${method}`
    try {
      await connect(name, method)
    } catch (error) {
      if (!(error instanceof MissingFormValue)) throw error
      obstacles.set(title, error.message)
      continue
    }
    accounts.push({ application: name, title, connect: () => connect(name, method), samples: samples[name] ?? {} })
  }
}

const report = await runConformance({
  url: system.hub,
  key: system.platform.key,
  platformUrl: system.platformUrl,
  accounts,
  writes: true,
  refresh: true,
  maxPages: MAX_PAGES,
})
describeReport(report)

describe('the applications of the hub', () => {
  const applications = Object.values(vendors).flatMap((vendor) => asVendor(vendor).applications)

  for (const [title, obstacle] of obstacles)
    test.todo(`${title} is skipped: ${obstacle} (formValues of its mock server)`)

  test('are all served by the hub: their vendors have a mock server in sandbox/index.ts', () => {
    expect(definition.applications.map(({ name }) => name).sort()).toEqual(applications.map(({ name }) => name).sort())
  })

  test('are all examined, in each of their ways', () => {
    const ways = definition.applications.flatMap(({ name, connectMethods = ['oauth'] }) =>
      connectMethods.map((method) => `${name}, connected by ${method}`),
    )
    const examined = new Set(report.results.flatMap(({ account = [] }) => account))
    expect(ways.filter((way) => !examined.has(way) && !obstacles.has(way))).toEqual([])
  })

  test('are examined by every rule, except those about a way of connecting that they do not have', () => {
    const OF_SOME = /^(connect\.form|connect\.redirect-uri|application\.undeclared) /
    expect(skippedIn(report).filter((title) => !OF_SOME.test(title))).toEqual([])
  })

  test.each(applications)(
    '$name has an exercise for each of its actions: test/conformance/exercises.ts',
    (application) => {
      const own = samples[application.name] ?? {}
      const sampled = Object.values(SAMPLE_OF_ACTION).filter((name) => own[name])
      expect(sampled.sort()).toEqual(listActions(application).sort())
    },
  )
})
