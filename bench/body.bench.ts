import { startProgram } from '../demo/program.ts'
import { report, rounded } from './report.ts'
import { KEY, SETTINGS } from './settings.ts'

const BODY_BYTES = 49 * 1024 * 1024
const PROBE_EVERY_MS = 5

/** What a body of nearly 50 MB costs: how long a hello beside it waits, and how much memory it takes. */
export async function benchBody(): Promise<void> {
  const body = largeBody()
  const hub = await measure('src/main.ts', body)
  const bare = await measure('bench/bare-koa.ts', body)
  report(
    `A body of ${rounded(body.length / 1024 / 1024)} MB`,
    [
      { program: 'hub: read, parsed, validated, answered', ...hub },
      { program: 'bare Koa with koa-body: read, parsed', ...bare },
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
  const program = await startProgram(file, { environment: SETTINGS })
  const before = program.memory().now
  const waits: number[] = []
  let posting = true
  const probe = async () => {
    while (posting) {
      const start = performance.now()
      await fetch(`${program.url}/api/v1/hello`).then((answer) => answer.text())
      waits.push(performance.now() - start)
      await new Promise((resolve) => setTimeout(resolve, PROBE_EVERY_MS))
    }
  }
  const probing = probe()
  const start = performance.now()
  const answer = await fetch(`${program.url}/upsert/table`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' },
    body,
  })
  await answer.text()
  const total = performance.now() - start
  posting = false
  await probing
  const { most } = program.memory()
  await program.stop()
  return {
    status: answer.status,
    'total ms': rounded(total),
    'worst hello ms': rounded(Math.max(...waits)),
    'RSS before MB': rounded(before),
    'peak RSS MB': rounded(most),
  }
}

/** A table to write, of records as they come: a few short values each. */
function largeBody(): string {
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
