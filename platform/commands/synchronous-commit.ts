import type { NodeAddress } from '../storage/cluster/metadata.ts'
import { formatNode, listAsynchronousServers } from '../storage/cluster/nodes.ts'
import { CommandError, type Context } from './context.ts'

const MEND = 'Set it to on, and reload the configuration.'

const describe = (servers: readonly NodeAddress[]) =>
  `synchronous_commit is off on ${servers.map(formatNode).join(', ')}`

/** Refuses to move buckets on servers that would lose the last writes of people while doing so. */
export async function requireSynchronousCommits({ db }: Context): Promise<void> {
  const servers = await listAsynchronousServers(db)
  if (servers.length === 0) return
  throw new CommandError(
    `Nothing is moved: ${describe(servers)}, so a move would lose what is written at its end. ${MEND}`,
  )
}

/** Says what moves that are under way may lose. */
export async function warnOfAsynchronousCommits({ db, print }: Context): Promise<void> {
  const servers = await listAsynchronousServers(db)
  if (servers.length === 0) return
  print(
    `Warning: ${describe(servers)}, so each move may lose what is written at its end. ${MEND} select citus_rebalance_stop() ends the moves.`,
  )
}
