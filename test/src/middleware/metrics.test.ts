import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { send } from '../http.ts'
import { PLATFORM_KEY, type RunningHub, startHub } from '../hub.ts'

const REQUESTS = 1_000
const KEY = { Authorization: `Bearer ${PLATFORM_KEY}` }

let hub: RunningHub
beforeAll(async () => {
  hub = await startHub({ environment: { LOG_LEVEL: 'silent' } })
})
afterAll(() => hub.stop())

/** Spellings and parameters that no two requests share. */
function oddPath(index: number): string {
  const flipCase = (path: string) =>
    [...path].map((letter, at) => ((index >> (at % 20)) & 1 ? letter.toUpperCase() : letter)).join('')
  const paths = [
    flipCase('/auth/connect'),
    `/auth/connect?application=app${index}`,
    `/auth/callback?state=c${index}.app${index}`,
    flipCase('/api/v1/hello'),
    `/app${index}/tag`,
    `/app${index}/link`,
    `/nowhere/${index}`,
    `/sync/email/${'/'.repeat(index % 50)}`,
    `/%${(index % 256).toString(16).padStart(2, '0')}/hello`,
  ]
  return paths[index % paths.length] as string
}

test('the metrics do not grow with paths and parameters that nobody has asked for before', async () => {
  const methods = ['GET', 'POST', 'PUT', 'OPTIONS']
  for (let index = 0; index < REQUESTS; index += 100) {
    const batch = Array.from({ length: 100 }, (_, at) => index + at)
    await Promise.all(
      batch.map((at) =>
        send(`${hub.url}${oddPath(at)}`, {
          method: methods[(at >> 4) % methods.length] as string,
          headers: at % 3 === 0 ? { ...KEY, 'Content-Type': 'application/json' } : {},
        }),
      ),
    )
  }
  const text = await (await hub.get('/metrics', { headers: KEY })).text()
  const series = text.split('\n').filter((line) => /^hub_(requests|problems|request_duration)/.test(line))
  expect(series.length).toBeLessThan(200)
  const routes = new Set([...text.matchAll(/route="([^"]*)"/g)].map(([, route]) => route))
  expect([...routes].filter((route) => /app\d|nowhere|[A-Z]/.test(String(route)))).toEqual([])
})

test.each(['/API/v1/hello', '/api/v1/Hello', '/definition.JSON'])(
  '%s is another path than the one in lower case',
  async (path) => {
    expect((await send(`${hub.url}${path}`, { headers: KEY })).status).toBe(404)
    expect((await send(`${hub.url}${path}`)).status).toBe(401)
  },
)
