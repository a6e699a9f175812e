import { afterAll, describe, expect, test } from '@jest/globals'
import { MissingFormValue } from '../../demo/forms.ts'
import type { ConnectedProvider, ProviderDefinition } from '../../src/contract/index.ts'
import { asVendor } from '../../src/kit/application.ts'
import * as vendors from '../../vendors/index.ts'
import { startSystem } from '../flows/system.ts'
import { createExercises, listActions } from './exercises.ts'
import { describeProvider } from './provider.ts'

const DAY_MS = 86_400_000
const WINDOW_DAYS = 14

/** Every application of the hub, connected through its vendor's consent page, or the application's form, in the sandbox. */
const system = await startSystem()
afterAll(() => system.stop())
const now = system.sandbox.clock.now()
const definition = (await (await fetch(`${system.hub}/definition.json`)).json()) as ProviderDefinition
const exercises = await createExercises(system)

/** Why an application cannot be connected here; undefined when it can. */
async function findObstacle(application: string): Promise<string | undefined> {
  try {
    await system.connect(application)
    return undefined
  } catch (error) {
    if (error instanceof MissingFormValue) return error.message
    // Everything else is a failure of the suite's tests.
    return undefined
  }
}

const obstacles = new Map<string, string>()
for (const { name } of definition.applications) {
  const obstacle = await findObstacle(name)
  if (obstacle) obstacles.set(name, obstacle)
}

describeProvider({
  url: system.hub,
  key: system.platform.key,
  definition: { ...definition, applications: definition.applications.filter(({ name }) => !obstacles.has(name)) },
  sample: {
    window: { dateStart: now - WINDOW_DAYS * DAY_MS, dateEnd: now + WINDOW_DAYS * DAY_MS },
    person: 'ingrid@halden.example',
  },
  exercises,
  connect: async (application) => (await system.connect(application)) as unknown as ConnectedProvider,
})

describe('the applications of the hub', () => {
  const applications = Object.values(vendors).flatMap((vendor) => asVendor(vendor).applications)

  for (const [name, obstacle] of obstacles) test.todo(`${name} is skipped: ${obstacle} (formValues of its mock server)`)

  test('are all served by the hub: their vendors have a mock server in sandbox/index.ts', () => {
    expect(definition.applications.map(({ name }) => name).sort()).toEqual(applications.map(({ name }) => name).sort())
  })

  test.each(applications)(
    '$name has an exercise for each of its actions: test/conformance/exercises.ts',
    (application) => {
      expect(Object.keys(exercises[application.name] ?? {}).sort()).toEqual(listActions(application).sort())
    },
  )
})
