import type { TestIssuer } from '../../test/platform/sign-in/issuer.ts'
import { createPlatformEnvironment } from '../graph/platform.ts'
import { type Server, startServer } from '../graph/server.ts'
import { KEY } from '../settings.ts'

/** The limits are on, as usual, and not reached. */
const HIGH_LIMITS = { GRAPH_MUTATIONS_PER_SECOND: '100000', GRAPH_MUTATION_BURST: '100000' }

/** An API process on a database. */
export function startApi(databaseUrl: string, issuer: Pick<TestIssuer, 'issuer'>): Promise<Server> {
  const environment = createPlatformEnvironment({ dataDir: 'none' }, issuer)
  return startServer(
    'platform/main.ts',
    { ...environment, ...HIGH_LIMITS, DATABASE_URL: databaseUrl, CREDENTIAL_KEY: KEY },
    '/api/v1/ready',
  )
}
