import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP proxy between a client and a platform, which can cut their connections. */
export interface TcpProxy {
  url: string
  /** Closes all connections, and every new one until `restore` is called. */
  cut(): void
  restore(): void
  stop(): Promise<void>
}

export async function startProxy(target: string): Promise<TcpProxy> {
  const { port, hostname: host } = new URL(target)
  const sockets = new Set<Socket>()
  let isCut = false
  const track = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).once('close', () => sockets.delete(socket))
  }
  const closeAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  const server = createServer((downstream) => {
    if (isCut) return void downstream.destroy()
    const upstream = connect(Number(port), host)
    for (const socket of [downstream, upstream]) track(socket)
    downstream.pipe(upstream).pipe(downstream)
    downstream.once('close', () => upstream.destroy())
    upstream.once('close', () => downstream.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: () => {
      isCut = true
      closeAll()
    },
    restore: () => {
      isCut = false
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        closeAll()
      }),
  }
}
