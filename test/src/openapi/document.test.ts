import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Validator } from '@seriousme/openapi-schema-validator'
import { openapiDocument, writtenOpenapi } from '../../../docs/write-openapi.ts'
import { INTERFACE_VERSION, PROBLEMS } from '../../../src/contract/index.ts'
import { TAGS } from '../../../src/openapi/operation.ts'
import { OPERATIONS } from '../../../src/openapi/operations/index.ts'
import { ROUTES } from '../../../src/routes.ts'
import { type RunningHub, startHub } from '../hub.ts'

interface Described {
  description?: string
  properties?: Record<string, Described>
}

interface Document {
  servers: { url: string }[]
  info: { version: string }
  paths: Record<string, Record<string, { operationId: string; description: string; security?: unknown[] }>>
  components: { schemas: Record<string, Described>; responses: Record<string, unknown> }
}

const document = JSON.parse(openapiDocument()) as Document

/** Routes that exist for callers who use another spelling, or to refuse what must not be done. */
const UNDOCUMENTED = ['get /:application/key', 'post /tag', 'post /:application/tag']

test('docs/provider-interface.openapi.json is current: run npm run docs', () => {
  expect(writtenOpenapi()).toBe(openapiDocument())
})

describe('the document', () => {
  test('is a valid OpenAPI 3.1 document', async () => {
    const validator = new Validator()
    expect(await validator.validate(JSON.parse(writtenOpenapi()))).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
  })

  test('has no lint, and all its examples match their schemas', async () => {
    // The written document names a server that nobody has.
    const rules = { 'no-server-example.com': 'off', 'no-invalid-schema-examples': 'error' } as const
    const config = await createConfig({ extends: ['recommended-strict'], rules })
    const problems = await lintFromString({ source: writtenOpenapi(), config, absoluteRef: 'openapi.json' })
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([])
  })

  test('describes every route of the table, and no other', () => {
    const routes = ROUTES.map(({ method, path }) => `${method} ${path}`)
    expect(routes.filter((route) => !(route in OPERATIONS))).toEqual(UNDOCUMENTED)
    expect(Object.keys(OPERATIONS).filter((route) => !routes.includes(route))).toEqual([])
  })

  test('requires the key where the table does', () => {
    for (const { method, path, access } of ROUTES) {
      const operation = document.paths[path.replace(':application', '{application}')]?.[method]
      if (operation) expect([path, operation.security]).toEqual([path, access === 'open' ? [] : undefined])
    }
  })

  test('names every problem that a provider may send', () => {
    const examples = JSON.stringify(document.components.responses)
    expect(Object.keys(PROBLEMS).filter((name) => !examples.includes(`https://platform.example.com/${name}"`))).toEqual(
      [],
    )
  })

  test('describes schemas, members and operations in sentences', () => {
    const { schemas } = document.components
    const texts = [
      ...Object.values(schemas).flatMap((schema) => [schema, ...Object.values(schema.properties ?? {})]),
      ...Object.values(document.paths).flatMap((path) => Object.values(path)),
    ].map(({ description }) => description ?? '')
    expect(texts.filter((text) => !/^.+[.]$/s.test(text))).toEqual([])
    expect(Object.values(TAGS).every((text) => text.endsWith('.'))).toBe(true)
  })

  test('has the documented names only', () => {
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining([
        'Calendar',
        'ConnectedProvider',
        'Credential',
        'Email',
        'Problem',
        'Table',
        'Transcription',
      ]),
    )
    expect(Object.keys(document.components.schemas.Email?.properties ?? {})).not.toContain('htmlBody')
    expect(writtenOpenapi()).not.toMatch(/"(aliases|accept|address|\$data)":/)
  })

  test('uses expressions that the languages of generators have in common', () => {
    const patterns = [...writtenOpenapi().matchAll(/"pattern": "(.*)"/g)].map(([, pattern]) => pattern ?? '')
    expect(patterns.length).toBeGreaterThan(3)
    expect(patterns.filter((pattern) => /\(\?|\\\\u/.test(pattern))).toEqual([])
  })
})

describe('GET /openapi.json', () => {
  let hub: RunningHub
  beforeAll(async () => {
    hub = await startHub({ environment: { BASE_URL: 'https://hub.acme.example/below' } })
  })
  afterAll(() => hub.stop())

  test('is the document with the address of the hub, for everybody', async () => {
    const response = await hub.get('/openapi.json')
    const served = (await response.json()) as Document
    expect(response.headers.get('Content-Type')).toMatch(/^application\/json/)
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(served.servers.map(({ url }) => url)).toEqual(['https://hub.acme.example/below'])
    expect({ ...served, servers: document.servers }).toEqual(document)
    expect(served.info.version).toBe(INTERFACE_VERSION)
  })
})
