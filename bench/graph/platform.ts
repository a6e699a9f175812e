import { readConfig } from '../../platform/config.ts'
import { startPlatform } from '../../platform/start.ts'
import { createLog } from '../../src/runtime/log.ts'
import { AUDIENCE, type TestIssuer } from '../../test/platform/sign-in/issuer.ts'
import { countStatements } from '../scheduler/postgres.ts'
import { KEY } from '../settings.ts'
import { execute } from './load.ts'
import { createQueries, type Operation } from './queries.ts'
import type { Seeded } from './seed.ts'
import type { Viewer } from './viewer.ts'

/** The environment of an API process on the seeded database, without rate limits. */
export function createPlatformEnvironment(
  { dataDir }: Pick<Seeded, 'dataDir'>,
  { issuer }: Pick<TestIssuer, 'issuer'>,
): Record<string, string> {
  const unlimited = ['REQUESTS_PER_SECOND', 'HEAVY_PER_SECOND', 'COST'].map((limit) => [`GRAPH_${limit}`, '0'])
  return {
    ROLE: 'api',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    NODE_ENV: 'production',
    PLATFORM_API_KEY: KEY,
    STOP_GRACE_MS: '0',
    HUB_URL: 'http://127.0.0.1:9',
    OIDC_ISSUER: issuer,
    OIDC_AUDIENCE: AUDIENCE,
    ...Object.fromEntries(unlimited),
  }
}

/** The page sizes with which the statements of a list are counted. */
const SMALL_PAGE = 10
const LARGE_PAGE = 200

/**
 * Counts the SQL statements of each query in a platform in this process. Throws if a list's number of statements depends
 * on its page size.
 */
export async function countStatementsPerQuery(
  environment: Record<string, string>,
  [viewer]: readonly Viewer[],
  token: (viewer: Viewer) => Promise<string>,
): Promise<Map<string, number>> {
  if (!viewer) return new Map()
  const platform = await startPlatform(readConfig({ ...environment, PORT: '0' }), createLog('error'))
  const headers = { authorization: `Bearer ${await token(viewer)}` }
  const count = async ({ query, variables }: Operation) => {
    const statements = countStatements()
    await execute({ url: `http://127.0.0.1:${platform.port}/api/v1/graph`, headers, body: { query, variables } })
    return statements.stop()
  }
  const counts = new Map<string, number>()
  try {
    for (const { name, platform: operation, withSize } of createQueries(viewer)) {
      // The first request of a process also signs the viewer in.
      await count(operation)
      counts.set(name, await count(operation))
      const [small, large] = withSize ? [await count(withSize(SMALL_PAGE)), await count(withSize(LARGE_PAGE))] : [0, 0]
      if (small !== large) {
        throw new Error(`${name}: ${small} statements for ${SMALL_PAGE} rows, ${large} for ${LARGE_PAGE}`)
      }
    }
  } finally {
    await platform.stop()
  }
  return counts
}
