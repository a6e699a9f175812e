import type { ApplicationDefinition } from '../../src/contract/index.ts'
import type { Capability } from './capabilities.ts'
import { type Client, NoReplyError } from './client.ts'

/** The route of a capability: its path, and why rules cannot be applied to it. */
export interface Route {
  path: string
  obstacle?: string
}

const ABSENT = [404, 405, 501]

/**
 * Finds the path of a capability, as the platform does: the next one is tried after a 404. A route that no definition
 * promises may be absent.
 */
export async function findRoute(
  client: Client,
  { paths, isDeclared }: Capability,
  application: ApplicationDefinition,
): Promise<Route> {
  const all = paths.map((path) => path.replace(':application', application.name))
  const [first = ''] = all
  if (isDeclared(application) === true && all.length === 1) return { path: first }
  for (const path of all) {
    try {
      const { reply } = await client.send({ path, body: {} })
      if (!ABSENT.includes(reply.status)) return { path }
    } catch (error) {
      if (!(error instanceof NoReplyError)) throw error
      return { path }
    }
  }
  if (isDeclared(application) === true) return { path: first }
  return { path: first, obstacle: `the provider has no route ${all.join(' or ')}` }
}
