import { startProgram } from '../demo/program.ts'
import { type SalesforceSandbox, startSalesforce } from '../sandbox/salesforce/index.ts'
import { report, round } from './report.ts'
import { ENVIRONMENT, KEY } from './settings.ts'

const ACCOUNT = 'ada@meridian.example'
const LATENCY_MS = 40
const ROWS = 5_000
const WRITES = 1_000
/** The hub's maximum number of requests in flight; the other clients use the same. */
const IN_FLIGHT = 5
const QUERY_ROWS = 2_000
const COLLECTION = 200
const FIELDS = ['FirstName', 'LastName', 'Email']

/** Reads rows by id and creates records: through the hub, with one request each, and with as few calls as the API allows. */
export async function benchRecords(): Promise<void> {
  const salesforce = await startSalesforce({ latency: LATENCY_MS })
  const ids = salesforce.generate(ACCOUNT, { object: 'Contact', count: ROWS, seed: 1 })
  const { access } = salesforce.grant({ account: ACCOUNT })
  const hub = await startProgram('src/main.ts', { environment: { ...ENVIRONMENT, ...salesforce.environment } })
  const wire = new VendorApi(salesforce, access.token)
  const connectedProvider = createConnection(salesforce.origin, access.token)
  const measure = async (work: () => Promise<number>) => {
    salesforce.ledger.clear()
    const start = performance.now()
    const records = await work()
    const seconds = round((performance.now() - start) / 1000, 2)
    return { records, seconds, 'vendor calls': salesforce.ledger.count({ part: false }) }
  }
  const tableMetadata = { metadataType: 'Contact', fields: FIELDS.map((name) => ({ name })) }
  const recordTypeFilters = [{ tableMetadata, externalIds: ids }]
  const table = { metadata: { metadataType: 'Contact' }, records: createContacts('Hub') }
  const rows = [
    {
      work: `read ${ROWS} rows, hub`,
      ...(await measure(() =>
        post(hub.url, '/sync/table', { connectedProvider, recordFilter: { recordTypeFilters } }),
      )),
    },
    { work: `read ${ROWS} rows, one request each`, ...(await measure(() => wire.readEach(ids))) },
    {
      work: `read ${ROWS} rows, ${QUERY_ROWS} a call: minimum`,
      ...(await measure(() => wire.readMany(ids))),
    },
    {
      work: `create ${WRITES}, hub`,
      ...(await measure(() => post(hub.url, '/upsert/table', { connectedProvider, table }))),
    },
    { work: `create ${WRITES}, one request each`, ...(await measure(() => wire.createEach(WRITES))) },
    {
      work: `create ${WRITES}, ${COLLECTION} a call: minimum`,
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

function createConnection(instanceUrl: string, accessToken: string): object {
  const credential = { accessToken, email: ACCOUNT, instanceUrl, profile: null }
  return { connectionId: 'bench', provider: 'provider-hub', application: 'salesforce', credential }
}

function createContacts(prefix: string) {
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
  const result = (await response.json()) as { items?: { records: unknown[] }[]; records?: unknown[] }
  if (!response.ok) throw new Error(JSON.stringify(result).slice(0, 300))
  return (result.records ?? result.items?.flatMap(({ records }) => records) ?? []).length
}

/** Does the same work directly on the vendor's API. */
class VendorApi {
  readonly #base: string
  readonly #headers: Record<string, string>

  constructor({ origin }: SalesforceSandbox, accessToken: string) {
    this.#base = `${origin}/services/data/v62.0`
    this.#headers = { Authorization: `Bearer ${accessToken}`, 'Content-Type': 'application/json' }
  }

  readEach(ids: readonly string[]): Promise<number> {
    return mapConcurrently(ids, (id) => this.#send(`/sobjects/Contact/${id}?fields=${FIELDS.join(',')}`))
  }

  readMany(ids: readonly string[]): Promise<number> {
    return mapConcurrently(chunks(ids, QUERY_ROWS), (part) =>
      this.#send('/composite/sobjects/Contact', { ids: part, fields: FIELDS }),
    ).then(() => ids.length)
  }

  createEach(count: number): Promise<number> {
    return mapConcurrently(numbers(count), (index) => this.#send('/sobjects/Contact', { LastName: `Each ${index}` }))
  }

  createMany(count: number): Promise<number> {
    const records = numbers(count).map((index) => ({ attributes: { type: 'Contact' }, LastName: `Many ${index}` }))
    return mapConcurrently(chunks(records, COLLECTION), (part) =>
      this.#send('/composite/sobjects', { allOrNone: false, records: part }),
    ).then(() => count)
  }

  async #send(path: string, body?: object): Promise<void> {
    const init = body ? { method: 'POST', body: JSON.stringify(body) } : {}
    const response = await fetch(`${this.#base}${path}`, { ...init, headers: this.#headers })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path.slice(0, 60)} returned ${response.status}: ${text.slice(0, 200)}`)
  }
}

async function mapConcurrently<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<number> {
  const queue = items.values()
  const processQueue = async () => {
    for (const item of queue) await work(item)
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, processQueue))
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
