import { startProgram } from '../demo/program.ts'
import { report, round } from './report.ts'
import { ENVIRONMENT, KEY } from './settings.ts'

const BODY_BYTES = 49 * 1024 * 1024
const PROBE_EVERY_MS = 5

/** Measures how a body of almost 50 MB delays concurrent requests, and how much memory it takes. */
export async function benchBody(): Promise<void> {
  const body = createLargeBody()
  const hub = await measure('src/main.ts', body)
  const bare = await measure('bench/baseline/koa.ts', body)
  report(
    `A body of ${round(body.length / 1024 / 1024)} MB`,
    [
      { program: 'hub: read, parse, validate, respond', ...hub },
      { program: 'bare Koa: read, parse', ...bare },
    ],
    {
      benchmark: 'body',
      hubStallMs: hub['worst hello ms'],
      bareStallMs: bare['worst hello ms'],
      hubPeakMb: hub['peak RSS MB'],
    },
  )
}

async function measure(file: string, body: string) {
  const program = await startProgram(file, { environment: ENVIRONMENT })
  const initialMemory = program.readMemory().current
  const waits: number[] = []
  let posting = true
  const probe = async () => {
    while (posting) {
      const start = performance.now()
      await fetch(`${program.url}/api/v1/hello`).then((response) => response.text())
      waits.push(performance.now() - start)
      await new Promise((resolve) => setTimeout(resolve, PROBE_EVERY_MS))
    }
  }
  const probing = probe()
  const start = performance.now()
  const response = await fetch(`${program.url}/upsert/table`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' },
    body,
  })
  await response.text()
  const total = performance.now() - start
  posting = false
  await probing
  const { max } = program.readMemory()
  await program.stop()
  return {
    status: response.status,
    'total ms': round(total),
    'worst hello ms': round(Math.max(...waits)),
    'RSS before MB': round(initialMemory),
    'peak RSS MB': round(max),
  }
}

/** Creates a table of typical records with a few short values each. */
function createLargeBody(): string {
  const credential = {
    accessToken: 'token',
    email: 'ada@acme.example',
    instanceUrl: 'https://x.example',
    profile: null,
  }
  const record = JSON.stringify({
    externalId: '0035g00000ABCDEFGH',
    values: ['FirstName', 'LastName', 'Title', 'Phone'].map((name) => ({ name, value: `${name} of a person` })),
  })
  const head = JSON.stringify({
    connectedProvider: { connectionId: 'c', provider: 'provider-hub', application: 'gmail', credential },
  }).slice(0, -1)
  const count = Math.floor((BODY_BYTES - head.length) / (record.length + 1))
  return `${head},"table":{"metadata":{"metadataType":"Contact"},"records":[${Array(count).fill(record).join(',')}]}}`
}
