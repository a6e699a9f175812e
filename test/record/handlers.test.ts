import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Definition, Json, Outcome } from '../../record/call.ts'
import { type ExerciseOptions, exerciseHandlers } from '../../record/exercise.ts'
import { type Exchange, RecordingProxy } from '../../record/proxy.ts'
import { Recorder } from '../../record/recorder.ts'
import { RECORDED_VENDORS } from '../../record/vendors.ts'
import { FILE_ID } from '../../sandbox/google/index.ts'
import type { Sandbox } from '../../sandbox/index.ts'
import { asVendor } from '../../src/kit/application.ts'
import * as vendors from '../../vendors/index.ts'
import { type System, startSystem } from '../flows/system.ts'
import { compileResponses } from '../vendors/published-types/compile.ts'
import { compareRows, toDescriptions } from '../vendors/published-types/rows.ts'
import {
  callOf,
  publishedType,
  ROWS,
  recordedResponses,
  type VendorName,
  type VendorResponse,
} from '../vendors/published-types/vendor-responses.ts'

const APPLICATIONS = Object.values(vendors)
  .map(asVendor)
  .flatMap(({ name, applications }) =>
    applications.map((application) => [name as VendorName, application.name] as const),
  )

const ADAS_FILES = 'https://meridian-my.sharepoint.com/personal/ada_meridian_example/Documents'

/** What the handlers of documents are called with, for which the examples of real accounts need files of those. */
const DOCUMENTS: Readonly<Record<string, Pick<ExerciseOptions, 'functions' | 'link'>>> = {
  'google-docs': {
    link: `https://docs.google.com/document/d/${FILE_ID.notes}/edit`,
    functions: {
      'google-docs-from-template': {
        configuration: { template: FILE_ID.letter },
        values: toValues(['Name', 'Company']),
      },
      'google-sheets-append': {
        configuration: { spreadsheet: FILE_ID.customers },
        values: toValues(['Company', 'Contact', 'City', 'Seats', 'Since']),
      },
    },
  },
  onedrive: {
    link: `${ADAS_FILES}/Notes/Halden.docx`,
    functions: {
      'word-from-template': {
        configuration: { template: `${ADAS_FILES}/Templates/Welcome%20letter.docx` },
        values: toValues(['Name', 'Company', 'Sender']),
      },
    },
  },
}

function toValues(names: readonly string[]) {
  return names.map((name) => ({ name, value: 'Nobody' }))
}

const recorder = new Recorder()
const responses: VendorResponse[] = []
const proxies: RecordingProxy[] = []
const outcomes = new Map<string, Outcome[]>()
const tokens: string[] = []
let system: System
let definitions: (Definition & { name: string })[]

/** Puts a recording proxy between the hub and each vendor of the sandbox. */
async function recordVendors(sandbox: Sandbox): Promise<Record<string, string>> {
  const origins: Record<string, string> = {}
  for (const [name, { originVariable, authorizePath }] of Object.entries(RECORDED_VENDORS)) {
    const vendor = name as VendorName
    const proxy = new RecordingProxy([['/', sandbox[vendor].origin]], authorizePath, (exchange) => {
      recorder.add(exchange)
      responses.push(...toVendorResponses(vendor, exchange))
    })
    proxies.push(proxy)
    origins[originVariable] = await proxy.listen()
  }
  return origins
}

function toVendorResponses(
  vendor: VendorName,
  { method, path, status, responseHeaders, responseBody }: Exchange,
): VendorResponse[] {
  if (!responseHeaders['content-type']?.includes('json')) return []
  return [{ vendor, source: 'sandbox', method, path, status, response: JSON.parse(responseBody.toString()) }]
}

/** Requests the descriptions of the objects of which the hub needs none. */
async function describeOtherObjects({ instanceUrl, accessToken }: Json): Promise<void> {
  for (const name of ['OpportunityContactRole', 'ContentDocumentLink', 'ContentVersion']) {
    const url = `${instanceUrl}/services/data/v62.0/sobjects/${name}/describe`
    const response = await fetch(url, { headers: { Authorization: `Bearer ${accessToken}` } })
    expect(response.status).toBe(200)
    await response.text()
  }
}

beforeAll(async () => {
  system = await startSystem(recordVendors)
  // Otherwise the addresses of content would not lead through the proxy.
  system.sandbox.microsoft.settings.driveAddresses = 'vendor'
  const { applications } = (await (await fetch(`${system.hub}/definition.json`)).json()) as {
    applications: typeof definitions
  }
  definitions = applications
  for (const [vendor, application] of APPLICATIONS) {
    const connection = await system.connect(application)
    const definition = applications.find(({ name }) => name === application) as Definition
    const post = async (path: string, body: Json) => (await system.platform.call(system.hub, path, body)).body
    const { functions } = RECORDED_VENDORS[vendor] as (typeof RECORDED_VENDORS)[string]
    const now = system.sandbox.clock.now()
    const examples = DOCUMENTS[application] ?? { functions }
    outcomes.set(application, await exerciseHandlers({ connection, definition, ...examples, now, write: true, post }))
    if (vendor === 'salesforce') await describeOtherObjects(connection.credential)
    const { accessToken, refreshToken } = connection.credential
    tokens.push(...[accessToken, refreshToken].filter((token) => typeof token === 'string'))
  }
}, 60_000)

afterAll(async () => {
  await system.stop()
  for (const proxy of proxies) proxy.stop()
})

describe('a recording', () => {
  test('covers every application of the hub', () => {
    expect(APPLICATIONS.map(([, application]) => application).toSorted()).toEqual(
      definitions.map(({ name }) => name).toSorted(),
    )
  })

  test.each([
    ['gmail', ['check', 'refresh', 'email', 'email of one address']],
    ['google-calendar', ['check', 'refresh', 'calendar']],
    ['google-meet', ['check', 'refresh', 'transcription']],
    [
      'google-docs',
      [
        'check',
        'refresh',
        'link',
        'inputs of google-docs-from-template',
        'execute google-docs-from-template',
        'inputs of google-sheets-append',
        'execute google-sheets-append',
      ],
    ],
    ['outlook-mail', ['check', 'refresh', 'email', 'email of one address']],
    ['outlook-calendar', ['check', 'refresh', 'calendar']],
    ['teams', ['check', 'refresh', 'transcription']],
    ['onedrive', ['check', 'refresh', 'link', 'inputs of word-from-template', 'execute word-from-template']],
    [
      'salesforce',
      [
        'check',
        'refresh',
        'metadata',
        'table',
        'table by ids',
        'identifier',
        'insight',
        'tag',
        'link',
        'query',
        'upsert table',
        'create a note',
        'update a note',
        'inputs of salesforce-report-to-file',
        'execute salesforce-report-to-file',
      ],
    ],
  ])('of %s calls every handler, and none is refused', (application, handlers) => {
    const list = outcomes.get(application) ?? []
    expect(list.filter(({ isError }) => isError)).toEqual([])
    expect([...new Set(list.map(({ handler }) => handler))]).toEqual(handlers)
  })

  test('contains no token and no address of a person', () => {
    const text = JSON.stringify(recorder.exchanges)
    expect(tokens.length).toBeGreaterThan(APPLICATIONS.length)
    expect([...tokens, 'ada@meridian.example', 'meridian.example'].filter((secret) => text.includes(secret))).toEqual(
      [],
    )
  })
})

describe('the hand-written recordings', () => {
  test('cover every call of every application', () => {
    const calls = (list: readonly VendorResponse[]) => new Set(list.map(callOf))
    const recorded = calls(recordedResponses())
    const made = calls(responses.filter(({ status }) => status < 400))
    expect(made.size).toBeGreaterThan(20)
    expect([...made].filter((call) => !recorded.has(call))).toEqual([])
  })
})

describe('the sandbox', () => {
  test('returns what the vendors’ published types allow', () => {
    expect(responses.length).toBeGreaterThan(200)
    expect(compileResponses(responses.filter((response) => publishedType(response) !== ROWS))).toEqual([])
  }, 60_000)

  test('returns rows with the fields of their object’s description', () => {
    const rows = responses.filter((response) => publishedType(response) === ROWS)
    expect(rows.length).toBeGreaterThan(5)
    expect(compareRows(rows, toDescriptions(responses))).toEqual([])
  })
})
