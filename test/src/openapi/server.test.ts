import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { openapiDocument } from '../../../docs/write-openapi.ts'
import { connectedProvider, credential } from '../fixture-vendor.ts'
import { PLATFORM_KEY, type RunningHub, startHub } from '../hub.ts'
import { type MockServer, startMockServer } from './server.ts'

interface DocumentedOperation {
  operationId: string
  security?: unknown[]
  requestBody?: { content: Record<string, { example: Record<string, unknown> }> }
  responses: Record<string, DocumentedResponse>
}

interface DocumentedResponse {
  $ref?: string
  content?: Record<string, { example: unknown; schema: object }>
  headers?: Record<string, unknown>
}

const document = JSON.parse(openapiDocument()) as { paths: Record<string, Record<string, DocumentedOperation>> }

/** Every operation with a JSON body: its path, its example and the documented operation. */
const OPERATIONS = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.values(methods).flatMap((operation) => {
    const example = operation.requestBody?.content['application/json']?.example
    return example ? [[operation.operationId, path, example, operation] as const] : []
  }),
)

describe('a server that is made of the document alone', () => {
  let server: MockServer
  beforeAll(async () => {
    server = await startMockServer(document, PLATFORM_KEY)
  })
  afterAll(() => server.stop())

  const post = (path: string, body: unknown, key = PLATFORM_KEY) =>
    fetch(server.url + path.replace('{application}', 'acme-crm'), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` },
      body: JSON.stringify(body),
    })

  test('greets without a key', async () => {
    const response = await fetch(`${server.url}/api/v1/hello`)
    expect([response.status, await response.text()]).toEqual([200, 'hello\n'])
  })

  test.each(OPERATIONS)(
    '%s responds to its example and to no other key or body',
    async (_, path, example, operation) => {
      const response = await post(path, example)
      expect([response.status, await response.json()]).toEqual([
        200,
        operation.responses['200']?.content?.['application/json']?.example,
      ])
      expect((await post(path, example, 'another-key')).status).toBe(401)
      for (const member of Object.keys(example))
        expect((await post(path, { ...example, [member]: false })).status).toBe(400)
    },
  )
})

describe('the hub', () => {
  let hub: RunningHub
  beforeAll(async () => {
    hub = await startHub()
  })
  afterAll(() => hub.stop())

  test.each(OPERATIONS)('%s takes the documented request and sends the documented response', async (...cells) => {
    const [, path, example, operation] = cells
    const response = await hub.post(path.replace('{application}', 'acme-all'), toFixture(example))
    expect([response.status, await describeErrors(response, operation)]).toEqual([200, []])
    const documented = Object.keys(operation.responses['200']?.headers ?? {}).map((name) => name.toLowerCase())
    const sent = [...response.headers.keys()].filter((name) => /^(x-(?!content-type)|server-timing)/.test(name))
    expect(sent.filter((name) => !documented.includes(name))).toEqual([])
  })

  test.each(OPERATIONS)('%s sends the documented problems', async (_, path, example, operation) => {
    const target = path.replace('{application}', 'acme-all')
    for (const [body, headers, status] of [
      [{}, {}, 400],
      [toFixture(example), { Authorization: '' }, 401],
      [toFixture(example), { 'Content-Type': 'text/plain' }, 415],
    ] as const) {
      const response = await hub.post(target, body, { headers })
      expect([response.status, await describeErrors(response, operation)]).toEqual([status, []])
    }
  })

  test.each(['/api/v1/hello', '/api/v1/ready', '/definition.json', '/openapi.json'])(
    'GET %s sends the documented response',
    async (path) => expect(await describeErrors(await hub.get(path), document.paths[path]?.get)).toEqual([]),
  )

  test.each([200, 400, 401, 415])('would be seen to send another body with status %i', async (status) => {
    const type = status === 200 ? 'application/json' : 'application/problem+json'
    const response = new Response('{"type":7,"credential":{}}', { status, headers: { 'Content-Type': type } })
    expect(await describeErrors(response, document.paths['/auth/refresh']?.post)).not.toEqual([])
  })
})

const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(document, 'document')

/** How a response differs from what the document says of its status and media type. */
async function describeErrors(response: Response, operation: DocumentedOperation | undefined): Promise<unknown[]> {
  const listed = operation?.responses[response.status] ?? {}
  const referred = listed.$ref && ajv.getSchema(`document${listed.$ref}`)?.schema
  const { content = {} } = (referred || listed) as DocumentedResponse
  const [mediaType = ''] = response.headers.get('Content-Type')?.split(';') ?? []
  const { schema } = content[mediaType] ?? {}
  if (!schema) return [`${response.status} ${mediaType} is not documented`]
  const validate = ajv.compile(withDocumentReferences(schema))
  const body: unknown = mediaType.endsWith('json') ? await response.json() : await response.text()
  return validate(body) ? [] : (validate.errors ?? [])
}

function withDocumentReferences(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#', '"$ref":"document#')) as object
}

/** An example as a request to the fixture's application. */
function toFixture(example: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const replaced = {
    application: 'acme-all',
    functionName: 'make-report',
    credential: credential(),
    connectedProvider: connectedProvider(),
    templateConnectedProvider: connectedProvider(),
    outputConnectedProvider: connectedProvider(),
  }
  return Object.fromEntries(
    Object.entries(example).map(([name, value]) => [
      name,
      name in replaced ? replaced[name as keyof typeof replaced] : value,
    ]),
  )
}
