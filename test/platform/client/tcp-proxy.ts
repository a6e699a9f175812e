import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A wire between a client and a platform, which can be cut. */
export interface TcpProxy {
  url: string
  /** Breaks what is connected. Whoever comes while the wire is down is broken at once. */
  cut(): void
  mend(): void
  stop(): Promise<void>
}

export async function startProxy(target: string): Promise<TcpProxy> {
  const { port, hostname: host } = new URL(target)
  const open = new Set<Socket>()
  let isCut = false
  const keep = (socket: Socket) => {
    open.add(socket)
    socket.on('error', () => {}).once('close', () => open.delete(socket))
  }
  const breakAll = () => {
    for (const socket of open) socket.destroy()
  }
  const server = createServer((socket) => {
    if (isCut) return void socket.destroy()
    const other = connect(Number(port), host)
    for (const end of [socket, other]) keep(end)
    socket.pipe(other).pipe(socket)
    socket.once('close', () => other.destroy())
    other.once('close', () => socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: () => {
      isCut = true
      breakAll()
    },
    mend: () => {
      isCut = false
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        breakAll()
      }),
  }
}
