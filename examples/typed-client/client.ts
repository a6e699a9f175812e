import { readFileSync } from 'node:fs'
import createClient from 'openapi-fetch'
import type { components, paths } from './provider.ts'

type ConnectedProvider = components['schemas']['ConnectedProvider']
type Email = components['schemas']['Email']
type Problem = components['schemas']['Problem']

const { PROVIDER_URL = 'http://127.0.0.1:5000', PLATFORM_API_KEY = '' } = process.env
const [file] = process.argv.slice(2)
if (!file) throw new Error('Name the file with the connection: node client.ts connection.json')
const connectedProvider = JSON.parse(readFileSync(file, 'utf8')) as ConnectedProvider

const provider = createClient<paths>({
  baseUrl: PROVIDER_URL,
  headers: { Authorization: `Bearer ${PLATFORM_API_KEY}` },
})

/** Every email of the last week, page by page. Throws the problem that the provider sends. */
async function* readMail(): AsyncGenerator<Email> {
  const dateEnd = Date.now()
  const filter = { dateStart: dateEnd - 7 * 24 * 60 * 60 * 1000, dateEnd, limit: 100 }
  let cursor: string | undefined
  for (;;) {
    const { data, error } = await provider.POST('/sync/email', {
      body: { connectedProvider, filter: cursor === undefined ? filter : { ...filter, cursor } },
    })
    if (!data) throw toError(error)
    yield* data.items
    for (const warning of data.metadata?.warnings ?? []) process.stderr.write(`${warning}\n`)
    // A page that does not get further is the last one.
    if (!data.pagination.hasMore || data.pagination.cursor === undefined || data.pagination.cursor === cursor) return
    cursor = data.pagination.cursor
  }
}

function toError({ title, status, detail }: Problem): Error {
  return new Error(`${status} ${title}: ${detail}`)
}

try {
  for await (const { from, subject } of readMail()) {
    process.stdout.write(`${from?.email ?? '(no sender)'}: ${subject}\n`)
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}
