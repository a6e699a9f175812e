import { afterAll, describe, expect, test } from '@jest/globals'
import { MissingFormValue } from '../../demo/forms.ts'
import type {
  ApplicationDefinition,
  ConnectedProvider,
  ConnectMethod,
  ProviderDefinition,
} from '../../src/contract/index.ts'
import { asVendor } from '../../src/kit/application.ts'
import * as vendors from '../../vendors/index.ts'
import { ADA, startSystem } from '../flows/system.ts'
import { createExercises, listActions } from './exercises.ts'
import { describeProvider } from './provider.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const WINDOW_DAYS = 14

/** Every application of the hub, connected through its vendor's consent page, or the application's form, in the sandbox. */
const system = await startSystem()
afterAll(() => system.stop())
const now = system.sandbox.clock.now()
const definition = (await (await fetch(`${system.hub}/definition.json`)).json()) as ProviderDefinition
const exercises = await createExercises(system)

/** Why an application cannot be connected here in this way; undefined when it can. */
async function findObstacle(application: string, method: ConnectMethod): Promise<string | undefined> {
  try {
    await system.connect(application, ADA, method)
    return undefined
  } catch (error) {
    if (error instanceof MissingFormValue) return error.message
    // Everything else is a failure of the suite's tests.
    return undefined
  }
}

/** The applications with the ways in which they can be connected here, and the obstacles to the others. */
const connectable: ApplicationDefinition[] = []
const obstacles = new Map<string, string>()
for (const block of definition.applications) {
  const connectMethods: ConnectMethod[] = []
  for (const method of block.connectMethods ?? ['oauth' as const]) {
    const obstacle = await findObstacle(block.name, method)
    if (obstacle) obstacles.set(`${block.name} (${method})`, obstacle)
    else connectMethods.push(method)
  }
  if (connectMethods.length > 0) connectable.push({ ...block, connectMethods })
}

describeProvider({
  url: system.hub,
  key: system.platform.key,
  definition: { ...definition, applications: connectable },
  sample: {
    window: { dateStart: now - WINDOW_DAYS * DAY_MS, dateEnd: now + WINDOW_DAYS * DAY_MS },
    person: 'ingrid@halden.example',
  },
  exercises,
  connect: async (application, method) => {
    // The vendors limit the requests of a user per minute, and the same user is connected in each way.
    system.sandbox.clock.advance(MINUTE_MS)
    return (await system.connect(application, ADA, method)) as unknown as ConnectedProvider
  },
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
