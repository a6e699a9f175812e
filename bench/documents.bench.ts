import { type Program, startProgram } from '../demo/program.ts'
import { writeWord } from '../sandbox/core/office/word-writer.ts'
import { startGoogle } from '../sandbox/google/index.ts'
import { startMicrosoft } from '../sandbox/microsoft/index.ts'
import { fillGoogleDocument, fillGoogleDocumentInTurn, fillWordDocument } from './documents/direct.ts'
import { createContract, createContractTab, NAMES } from './documents/template.ts'
import { percentile, report, round } from './report.ts'
import { ENVIRONMENT, KEY } from './settings.ts'

const ACCOUNT = 'ada@meridian.example'
const GOOGLE_SCOPES = ['drive.readonly', 'drive.file'].map((name) => `https://www.googleapis.com/auth/${name}`)
const MICROSOFT_SCOPES = ['User.Read', 'Files.ReadWrite']
const LATENCY_MS = 100
const RUNS = 9
const VALUES = NAMES.map((name) => ({ name, value: `value of ${name}` }))

/** Fills a template of twenty pages through the hub, and with as few requests after each other as possible. */
export async function benchDocuments(): Promise<void> {
  const google = await measureGoogle()
  const microsoft = await measureMicrosoft()
  report(
    `Documents: a template of twenty pages with ${NAMES.length} placeholders, every vendor call takes ${LATENCY_MS} ms`,
    [...google, ...microsoft],
    {
      benchmark: 'documents',
      googleTimesTheLeast: ratio(google, 'p50 ms'),
      googleCallsTimesTheLeast: ratio(google, 'vendor calls'),
      microsoftTimesTheLeast: ratio(microsoft, 'p50 ms'),
      microsoftCallsTimesTheLeast: ratio(microsoft, 'vendor calls'),
    },
  )
}

type Row = { way: string; 'p50 ms': number; 'vendor calls': number }

/** The first row beside the last one. */
function ratio(rows: readonly Row[], figure: 'p50 ms' | 'vendor calls'): number {
  return round((rows[0]?.[figure] ?? 0) / (rows.at(-1)?.[figure] ?? 0), 2)
}

async function measureGoogle(): Promise<Row[]> {
  const settings = { docsWritesPerMinute: Number.POSITIVE_INFINITY, docsReadsPerMinute: Number.POSITIVE_INFINITY }
  const google = await startGoogle({ latency: LATENCY_MS, settings })
  const template = google.addFile(ACCOUNT, { name: 'Contract', tabs: [createContractTab()] })
  const accessToken = google.grant({ account: ACCOUNT, scopes: GOOGLE_SCOPES }).access.token
  const hub = await startProgram('src/main.ts', { environment: { ...ENVIRONMENT, ...google.environment } })
  const direct = { origin: google.origin, accessToken, templateId: template.id, values: VALUES }
  const throughHub = () => runFunction(hub, 'google-docs', 'google-docs-from-template', accessToken, template.id)
  const rows = [
    await measure('google-docs, hub', google, throughHub),
    await measure('google-docs, in turn', google, () => fillGoogleDocumentInTurn(direct)),
    await measure('google-docs, minimum', google, () => fillGoogleDocument(direct)),
  ]
  await Promise.all([hub.stop(), google.stop()])
  return rows
}

async function measureMicrosoft(): Promise<Row[]> {
  const microsoft = await startMicrosoft({ latency: LATENCY_MS })
  const template = microsoft.addItem(ACCOUNT, { path: 'Contract.docx', bytes: writeWord([createContract()]) })
  const accessToken = microsoft.grant({ account: ACCOUNT, scopes: MICROSOFT_SCOPES }).access.token
  const hub = await startProgram('src/main.ts', {
    environment: { ...ENVIRONMENT, ...microsoft.environment },
  })
  const id = `${template.driveId}/${template.id}`
  const direct = { origin: microsoft.origin, accessToken, templateId: id, values: VALUES }
  const throughHub = () => runFunction(hub, 'onedrive', 'word-from-template', accessToken, id)
  const rows = [
    await measure('onedrive, hub', microsoft, throughHub),
    await measure('onedrive, in turn', microsoft, () => fillWordDocument(direct, { inTurn: true })),
    await measure('onedrive, minimum', microsoft, () => fillWordDocument(direct, { inTurn: false })),
  ]
  await Promise.all([hub.stop(), microsoft.stop()])
  return rows
}

interface Vendor {
  ledger: { clear: () => void; count: (filter: object) => number }
}

async function measure(way: string, { ledger }: Vendor, fill: () => Promise<unknown>): Promise<Row> {
  // The first run loads libraries.
  await fill()
  ledger.clear()
  const times: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const start = performance.now()
    await fill()
    times.push(performance.now() - start)
  }
  return { way, 'p50 ms': round(percentile(times, 0.5)), 'vendor calls': ledger.count({}) / RUNS }
}

async function runFunction(
  { url }: Program,
  application: string,
  functionName: string,
  accessToken: string,
  template: string,
): Promise<void> {
  const credential = { accessToken, email: ACCOUNT, profile: null }
  const connection = { connectionId: 'bench', provider: 'provider-hub', application, credential }
  const response = await fetch(`${url}/execute/function`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      functionName,
      configuration: { template },
      values: VALUES,
      templateConnectedProvider: connection,
      outputConnectedProvider: connection,
    }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(text.slice(0, 300))
}
