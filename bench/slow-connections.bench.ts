import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { startProgram } from '../demo/program.ts'
import { percentile, report, round } from './report.ts'
import { ENVIRONMENT } from './settings.ts'

const SLOW = 1_100
const FRESH = 200
const SLOW_REQUEST =
  'POST /auth/callback HTTP/1.1\r\nHost: hub\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\nx'

/** Counts how many fresh connections are served beside slow ones, which never finish their bodies. */
export async function benchSlowConnections(): Promise<void> {
  const hub = await startProgram('src/main.ts', { environment: ENVIRONMENT })
  const { hostname, port } = new URL(hub.url)
  const slow: Socket[] = []
  for (let count = 0; count < SLOW; count += 1) {
    const socket = connect({ host: hostname, port: Number(port) })
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    socket.write(SLOW_REQUEST)
    slow.push(socket)
  }
  const waits: number[] = []
  for (let count = 0; count < FRESH; count += 1) {
    const start = performance.now()
    const response = await fetch(`${hub.url}/api/v1/hello`, { headers: { Connection: 'close' } }).catch(() => undefined)
    if (response?.ok) waits.push(performance.now() - start)
  }
  for (const socket of slow) socket.destroy()
  await hub.stop()
  report(
    `Slow connections: ${SLOW} to the open callback, all from one address`,
    [
      { figure: 'fresh connections served', measured: waits.length, limit: FRESH },
      { figure: 'p99 of those, ms', measured: round(percentile(waits, 0.99)), limit: 200 },
    ],
    { benchmark: 'slow-connections', served: waits.length, of: FRESH },
  )
}
