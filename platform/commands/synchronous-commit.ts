import { formatNode, listAsynchronousServers } from '../storage/cluster/nodes.ts'
import { CommandError, type Context } from './context.ts'

/** Refuses to move buckets on servers that would lose the last writes of people while doing so. */
export async function requireSynchronousCommits({ db }: Context): Promise<void> {
  const servers = await listAsynchronousServers(db)
  if (servers.length === 0) return
  throw new CommandError(
    `Nothing is moved: synchronous_commit is off on ${servers.map(formatNode).join(', ')}, so a move would lose what is written at its end. Set it to on, and reload the configuration.`,
  )
}
