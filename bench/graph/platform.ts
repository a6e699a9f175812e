import { readConfig } from '../../platform/config.ts'
import { createLog } from '../../src/runtime/log.ts'
import { startPlatform } from '../../platform/start.ts'
import { AUDIENCE, type TestIssuer } from '../../test/platform/sign-in/issuer.ts'
import { countStatements } from '../scheduler-postgres.ts'
import { KEY } from '../settings.ts'
import { ask } from './load.ts'
import { type Operation, questionsOf } from './queries.ts'
import type { Seeded } from './seed.ts'
import type { Viewer } from './viewer.ts'

/** Only the API, on the seeded store; nothing is refused for coming too often. */
export function platformEnvironment({ dataDir }: Seeded, { issuer }: TestIssuer): Record<string, string> {
  const unlimited = ['REQUESTS_PER_SECOND', 'HEAVY_PER_SECOND', 'COST'].map((limit) => [`GRAPH_${limit}`, '0'])
  return {
    ...{ ROLE: 'api', DATA_DIR: dataDir, LOG_LEVEL: 'error', NODE_ENV: 'production' },
    ...{ PLATFORM_API_KEY: KEY, HUB_URL: 'http://127.0.0.1:9', OIDC_ISSUER: issuer, OIDC_AUDIENCE: AUDIENCE },
    ...Object.fromEntries(unlimited),
  }
}

/** How many rows lists are asked for when their statements are counted. */
const FEW = 10
const MANY = 200

/**
 * Statements that each question costs, counted in a platform that runs here. Throws when a list's depend on its size.
 */
export async function countStatementsOf(
  environment: Record<string, string>,
  [viewer]: readonly Viewer[],
  token: (viewer: Viewer) => Promise<string>,
): Promise<Map<string, number>> {
  if (!viewer) return new Map()
  const platform = await startPlatform(readConfig({ ...environment, PORT: '0' }), createLog('error'))
  const headers = { authorization: `Bearer ${await token(viewer)}` }
  const count = async ({ query, variables }: Operation) => {
    const statements = countStatements()
    await ask({ url: `http://127.0.0.1:${platform.port}/api/v1/graph`, headers, body: { query, variables } })
    return statements.stop()
  }
  const counts = new Map<string, number>()
  try {
    for (const { name, platform: operation, resized } of questionsOf(viewer)) {
      // The first request of a program signs the viewer in.
      await count(operation)
      counts.set(name, await count(operation))
      const [few, many] = resized ? [await count(resized(FEW)), await count(resized(MANY))] : [0, 0]
      if (few !== many) throw new Error(`${name}: ${few} statements for ${FEW} rows, ${many} for ${MANY}`)
    }
  } finally {
    await platform.stop()
  }
  return counts
}
