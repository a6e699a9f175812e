import { parseArgs } from 'node:util'

/** What the command line asks for. */
export type Command =
  | { name: 'list'; isJson: boolean }
  | { name: 'add'; count: number }
  | { name: 'move'; what: string; node?: string }
  | { name: 'rebalance' }

/** A command line that cannot be carried out; its message says what is possible. */
export class UsageError extends Error {}

/** More at once are a mistake: each bucket has connections of its own in every process. */
const MAX_ADDED = 64

export const USAGE = `npm run platform                              starts the platform
npm run platform -- buckets [--json]          lists the buckets: node, tenants, size, lag of their syncs
npm run platform -- buckets add N             creates N buckets; on a cluster without buckets, the first of them gets all
                                              tables of the database, and no process of the platform may run meanwhile
npm run platform -- buckets move WHAT [NODE]  moves a bucket, named by itself or by the id or address of one of its tenants,
                                              to NODE (host:port), or to the node with the fewest buckets
npm run platform -- buckets rebalance         distributes the buckets evenly over the nodes

DATABASE_URL leads to the coordinator of the cluster. docs/cluster.md describes every step.
Exit code: 0 done, 1 it could not be done, 2 the command line is wrong.
`

/** Undefined if the usage is asked for. Throws UsageError. */
export function parseCommand(args: readonly string[]): Command | undefined {
  const { values, positionals } = parse(args)
  if (values.help) return undefined
  const [noun, verb, ...rest] = positionals
  if (noun !== 'buckets')
    throw new UsageError(`“${noun ?? ''}” is no command of the platform. The only one is buckets.`)
  if (values.json && verb !== undefined) throw new UsageError('--json is for the list of buckets only.')
  switch (verb) {
    case undefined:
      return { name: 'list', isJson: values.json }
    case 'add':
      return { name: 'add', count: readCount(rest) }
    case 'move':
      return readMove(rest)
    case 'rebalance':
      if (rest.length > 0) throw new UsageError(`buckets rebalance takes no arguments, but got ${rest.join(' ')}.`)
      return { name: 'rebalance' }
    default:
      throw new UsageError(`“${verb}” is nothing that can be done with buckets: it is one of add, move and rebalance.`)
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: { json: { type: 'boolean', default: false }, help: { type: 'boolean', default: false, short: 'h' } },
      allowPositionals: true,
    })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

function readCount([text, ...others]: readonly string[]): number {
  if (text === undefined) throw new UsageError('N is missing: buckets add 2 creates two buckets.')
  if (others.length > 0) throw new UsageError(`buckets add takes one number, but got ${[text, ...others].join(' ')}.`)
  const count = Number(text)
  if (/^\d+$/.test(text) && count >= 1 && count <= MAX_ADDED) return count
  throw new UsageError(`N must be a whole number from 1 to ${MAX_ADDED}, not “${text}”.`)
}

function readMove([what, node, ...others]: readonly string[]): Command {
  if (what === undefined) {
    throw new UsageError('WHAT is missing: name a bucket such as bucket_2, or a tenant by id or e-mail address.')
  }
  if (others.length > 0)
    throw new UsageError(`buckets move takes a bucket and a node, and nothing else: ${others.join(' ')}.`)
  if (node === undefined) return { name: 'move', what }
  if (!/^.+:\d+$/.test(node)) throw new UsageError(`NODE must be host:port, such as node-2:5432, not “${node}”.`)
  return { name: 'move', what, node }
}
