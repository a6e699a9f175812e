import { startProgram } from '../demo/program.ts'
import { type SalesforceSandbox, startSalesforce } from '../sandbox/salesforce/index.ts'
import { report, rounded } from './report.ts'
import { KEY, SETTINGS } from './settings.ts'

const ACCOUNT = 'ada@meridian.example'
const LATENCY_MS = 40
const ROWS = 5_000
const WRITES = 1_000
/** Requests in flight that every client is allowed here, as the hub allows itself. */
const IN_FLIGHT = 5
const QUERY_ROWS = 2_000
const COLLECTION = 200
const FIELDS = ['FirstName', 'LastName', 'Email']

/** Rows by id and records to create: the hub beside one request each, and beside the fewest calls the API allows. */
export async function benchRecords(): Promise<void> {
  const salesforce = await startSalesforce({ latency: LATENCY_MS })
  const ids = salesforce.generate(ACCOUNT, { object: 'Contact', count: ROWS, seed: 1 })
  const { access } = salesforce.grant({ account: ACCOUNT })
  const hub = await startProgram('src/main.ts', { environment: { ...SETTINGS, ...salesforce.environment } })
  const wire = new Wire(salesforce, access.token)
  const connectedProvider = connectionOf(salesforce.origin, access.token)
  const measure = async (work: () => Promise<number>) => {
    salesforce.ledger.clear()
    const start = performance.now()
    const records = await work()
    const seconds = rounded((performance.now() - start) / 1000, 2)
    return { records, seconds, 'vendor calls': salesforce.ledger.count({ part: false }) }
  }
  const tableMetadata = { metadataType: 'Contact', fields: FIELDS.map((name) => ({ name })) }
  const recordTypeFilters = [{ tableMetadata, externalIds: ids }]
  const table = { metadata: { metadataType: 'Contact' }, records: newContacts('Hub') }
  const rows = [
    {
      work: `read ${ROWS} rows, hub`,
      ...(await measure(() =>
        post(hub.url, '/sync/table', { connectedProvider, recordFilter: { recordTypeFilters } }),
      )),
    },
    { work: `read ${ROWS} rows, one request each`, ...(await measure(() => wire.readEach(ids))) },
    {
      work: `read ${ROWS} rows, ${QUERY_ROWS} a call: the least possible`,
      ...(await measure(() => wire.readMany(ids))),
    },
    {
      work: `create ${WRITES}, hub`,
      ...(await measure(() => post(hub.url, '/upsert/table', { connectedProvider, table }))),
    },
    { work: `create ${WRITES}, one request each`, ...(await measure(() => wire.createEach(WRITES))) },
    {
      work: `create ${WRITES}, ${COLLECTION} a call: the least possible`,
      ...(await measure(() => wire.createMany(WRITES))),
    },
  ]
  await Promise.all([hub.stop(), salesforce.stop()])
  const calls = rows.map((row) => row['vendor calls'])
  report(`Salesforce: every vendor call takes ${LATENCY_MS} ms, ${IN_FLIGHT} in flight`, rows, {
    benchmark: 'records',
    readCalls: calls.slice(0, 3).join('/'),
    createCalls: calls.slice(3).join('/'),
  })
}

function connectionOf(instanceUrl: string, accessToken: string): object {
  const credential = { accessToken, email: ACCOUNT, instanceUrl, profile: null }
  return { connectionId: 'bench', provider: 'provider-hub', application: 'salesforce', credential }
}

function newContacts(prefix: string) {
  return Array.from({ length: WRITES }, (_, index) => ({
    values: [
      { name: 'LastName', value: `${prefix} ${index}` },
      { name: 'Email', value: `${prefix.toLowerCase()}-${index}@bench.example` },
    ],
  }))
}

async function post(url: string, path: string, body: object): Promise<number> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer = (await response.json()) as { items?: { records: unknown[] }[]; records?: unknown[] }
  if (!response.ok) throw new Error(JSON.stringify(answer).slice(0, 300))
  return (answer.records ?? answer.items?.flatMap(({ records }) => records) ?? []).length
}

/** The same work straight on the vendor's API. */
class Wire {
  readonly #base: string
  readonly #headers: Record<string, string>

  constructor({ origin }: SalesforceSandbox, accessToken: string) {
    this.#base = `${origin}/services/data/v62.0`
    this.#headers = { Authorization: `Bearer ${accessToken}`, 'Content-Type': 'application/json' }
  }

  readEach(ids: readonly string[]): Promise<number> {
    return inLanes(ids, (id) => this.#send(`/sobjects/Contact/${id}?fields=${FIELDS.join(',')}`))
  }

  readMany(ids: readonly string[]): Promise<number> {
    return inLanes(chunks(ids, QUERY_ROWS), (part) =>
      this.#send('/composite/sobjects/Contact', { ids: part, fields: FIELDS }),
    ).then(() => ids.length)
  }

  createEach(count: number): Promise<number> {
    return inLanes(numbers(count), (index) => this.#send('/sobjects/Contact', { LastName: `Each ${index}` }))
  }

  createMany(count: number): Promise<number> {
    const records = numbers(count).map((index) => ({ attributes: { type: 'Contact' }, LastName: `Many ${index}` }))
    return inLanes(chunks(records, COLLECTION), (part) =>
      this.#send('/composite/sobjects', { allOrNone: false, records: part }),
    ).then(() => count)
  }

  async #send(path: string, body?: object): Promise<void> {
    const init = body ? { method: 'POST', body: JSON.stringify(body) } : {}
    const response = await fetch(`${this.#base}${path}`, { ...init, headers: this.#headers })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path.slice(0, 60)} answered ${response.status}: ${text.slice(0, 200)}`)
  }
}

async function inLanes<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<number> {
  const left = items.values()
  const lane = async () => {
    for (const item of left) await work(item)
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, lane))
  return items.length
}

function chunks<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index)
}
