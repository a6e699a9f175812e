import { Agent, request } from 'node:http'
import { startProgram } from '../demo/program.ts'
import { report, round } from './report.ts'
import { ENVIRONMENT, KEY } from './settings.ts'

const REQUESTS = 10_000
const CONCURRENT = 20
const MAX_SERIES = 500

/** Counts the series of the metrics after requests for paths of which no two are equal. */
export async function benchSeries(): Promise<void> {
  const hub = await startProgram('src/main.ts', { environment: ENVIRONMENT })
  const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENT })
  const numbers = Array.from({ length: REQUESTS }, (_, index) => index).values()
  const work = async () => {
    for (const index of numbers) await get(`${hub.url}${oddPath(index)}`, agent)
  }
  await Promise.all(Array.from({ length: CONCURRENT }, work))
  const start = performance.now()
  const response = await fetch(`${hub.url}/metrics`, { headers: { Authorization: `Bearer ${KEY}` } })
  const text = await response.text()
  const scrapeMs = performance.now() - start
  agent.destroy()
  await hub.stop()
  const series = text.split('\n').filter((line) => line !== '' && !line.startsWith('#')).length
  report(
    `Metrics after ${REQUESTS} requests for odd paths`,
    [
      { figure: 'series', measured: series, limit: MAX_SERIES },
      { figure: 'size, kB', measured: round(text.length / 1_000), limit: '' },
      { figure: 'one scrape, ms', measured: round(scrapeMs), limit: '' },
    ],
    { benchmark: 'series', series, kilobytes: round(text.length / 1_000), scrapeMs: round(scrapeMs) },
  )
}

/** Every combination of upper and lower case, made-up applications, and paths that do not exist. */
function oddPath(index: number): string {
  const flipCase = (path: string) =>
    [...path].map((letter, at) => ((index >> (at % 14)) & 1 ? letter.toUpperCase() : letter)).join('')
  const paths = [flipCase('/auth/connect'), flipCase('/api/v1/hello'), `/auth/connect?app=a${index}`, `/a${index}/b`]
  return paths[index % paths.length] as string
}

function get(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const sending = request(url, { agent, headers: { Authorization: `Bearer ${KEY}` } }, (response) => {
      response.resume().once('end', resolve)
    })
    sending.once('error', reject).end()
  })
}
