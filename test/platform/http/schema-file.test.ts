import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { codegen } from '@graphql-codegen/core'
import * as operations from '@graphql-codegen/typescript-operations'
import { afterAll, expect, test } from '@jest/globals'
import { buildSchema, parse, validate, validateSchema } from 'graphql'
import { createApp } from '../../../platform/app.ts'
import { readConsoleOptions } from '../../../platform/console/options.ts'
import { Metrics } from '../../../platform/http/metrics.ts'
import { EnvironmentReader } from '../../../src/runtime/environment.ts'
import { type HttpServer, listen } from '../../../src/runtime/http-server.ts'
import { createLog } from '../../../src/runtime/log.ts'
import { Secret } from '../../../src/runtime/secret.ts'

const SCHEMA = readFileSync(new URL('../../../platform/graph/schema.graphql', import.meta.url), 'utf8')

const servers: HttpServer[] = []
afterAll(() => Promise.all(servers.map((server) => server.close())))

async function serve({ publicSchema = true, role = 'all' as 'all' | 'api' | 'worker' } = {}): Promise<string> {
  const config = {
    platformKey: new Secret('platform-key-of-these-tests'),
    role,
    trustProxy: false,
    corsOrigins: [],
    strictStatus: false,
    publicSchema,
    issuer: 'https://login.example/tenant',
    console: readConsoleOptions(new EnvironmentReader({})),
  } as const
  const app = createApp({ config, log: createLog('silent'), metrics: new Metrics(), services: () => undefined })
  const server = await listen(app.callback(), 0, { host: '127.0.0.1', stopGraceMs: 0 })
  servers.push(server)
  return `http://127.0.0.1:${server.port}/schema.graphql`
}

/** The status of a conditional request. `fetch` would tell every cache to be left out. */
async function statusOf(url: string, headers: Record<string, string>): Promise<number | undefined> {
  const [response] = (await once(request(url, { headers }).end(), 'response')) as [IncomingMessage]
  response.resume()
  return response.statusCode
}

test('/schema.graphql is the schema, for tools on pages of any origin, while introspection is disabled', async () => {
  const response = await fetch(await serve())
  expect(await response.text()).toBe(SCHEMA)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'access-control-allow-origin': '*',
    'cache-control': 'public, max-age=300',
    vary: 'Accept-Encoding',
    // The client of these tests accepts it.
    'content-encoding': 'gzip',
  })
})

test('it is sent whole to whoever cannot decompress, and not at all to whoever has it', async () => {
  const url = await serve({ role: 'api' })
  const plain = await fetch(url, { headers: { 'Accept-Encoding': 'identity' } })
  expect([plain.headers.get('Content-Encoding'), await plain.text()]).toEqual([null, SCHEMA])
  const ETag = plain.headers.get('ETag') ?? ''
  expect(await statusOf(url, { 'If-None-Match': ETag })).toBe(304)
  expect(await statusOf(url, { 'If-None-Match': 'W/"of-another-version"' })).toBe(200)
  const head = await fetch(url, { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
})

test.each([{ publicSchema: false }, { role: 'worker' as const }])('%j has none', async (options) => {
  const response = await fetch(await serve(options))
  expect([response.status, response.headers.get('Content-Type')]).toEqual([404, 'application/problem+json'])
})

test('explorers can build the schema of it, and generators types of a query', async () => {
  const text = await (await fetch(await serve())).text()
  const schema = buildSchema(text)
  expect(validateSchema(schema)).toEqual([])
  const query = parse('query Recent($words: String!) { searchGraph(input: { searchString: $words }) { _id title } }')
  expect(validate(schema, query)).toEqual([])
  const types = await codegen({
    schema: parse(text),
    documents: [{ location: 'recent.graphql', document: query }],
    filename: 'types.ts',
    config: {},
    plugins: [{ operations: {} }],
    pluginMap: { operations },
  })
  expect(types).toContain('export type RecentQueryVariables')
  expect(types).toMatch(/searchGraph: .*title: string/s)
})
