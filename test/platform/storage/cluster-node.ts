import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { type Kysely, sql } from 'kysely'

/** Something behind which a server can be lost. */
export interface LosableServer {
  port: number
  /** Breaks all connections and refuses new ones, as the system does when the processes of a server are killed. */
  lose: () => void
  restore: () => Promise<void>
}

/** The node of a cluster that a bucket is on, behind a proxy. */
export type ClusterNode = LosableServer

/** Only the one database reaches the node of the bucket through the proxy. Processes that know its address look it up again. */
export async function interposeNode<Tables>(directory: Kysely<Tables>, bucket: string): Promise<ClusterNode> {
  const { rows } = await sql<{ id: number; port: number }>`
    select n.nodeid as id, n.nodeport as port from pg_dist_node n
    join citus_shards s on s.nodename = n.nodename and s.nodeport = n.nodeport
    where s.table_name = ${`${bucket}.syncs`}::regclass`.execute(directory)
  const [node] = rows
  if (!node) throw new Error('the tables are on no node of a cluster')
  const proxy = await startProxy(node.port)
  await sql`select citus_update_node(${node.id}::integer, '127.0.0.1', ${proxy.port}::integer)`.execute(directory)
  return proxy
}

/** A proxy in front of a port of this machine. */
export async function startProxy(target: number): Promise<LosableServer> {
  const sockets = new Set<Socket>()
  let server: Server
  const listen = async (port: number) => {
    server = createServer((socket) => relay(socket, target, sockets)).listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const port = await listen(0)
  return {
    port,
    lose: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
    restore: async () => void (await listen(port)),
  }
}

function relay(client: Socket, port: number, sockets: Set<Socket>): void {
  const upstream = connect(port, '127.0.0.1')
  const ends = [client, upstream]
  for (const socket of ends) {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => {
      sockets.delete(socket)
      for (const end of ends) end.destroy()
    })
  }
  client.pipe(upstream).pipe(client)
}
