import { startProgram } from '../demo/program.ts'
import { SCOPE, startMicrosoft } from '../sandbox/microsoft/index.ts'
import { readMailboxThroughHub } from './read-mailbox.ts'
import { report, round } from './report.ts'
import { ENVIRONMENT } from './settings.ts'

const ACCOUNT = 'bilal@meridian.example'
const MESSAGES = 2_000
const LATENCY_MS = 40
const PAGE = 100
/** Graph's default page size, which a naive client uses. */
const NAIVE_PAGE = 10

/** Reads a complete Outlook mailbox: through the hub, with default pages, and with as few calls as the limits allow. */
export async function benchOutlook(): Promise<void> {
  const microsoft = await startMicrosoft({ latency: LATENCY_MS })
  microsoft.fillMailbox(ACCOUNT, { count: MESSAGES, seed: 1 })
  const { access } = microsoft.grant({ account: ACCOUNT, scopes: Object.values(SCOPE) })
  const credential = { accessToken: access.token, email: ACCOUNT, profile: null }
  const connection = { connectionId: 'bench', provider: 'provider-hub', application: 'outlook-mail', credential }
  const hub = await startProgram('src/main.ts', { environment: { ...ENVIRONMENT, ...microsoft.environment } })
  const measure = async (read: () => Promise<number>) => {
    microsoft.ledger.clear()
    const start = performance.now()
    const messages = await read()
    return {
      messages,
      seconds: round((performance.now() - start) / 1000),
      'vendor calls': microsoft.ledger.count({}),
    }
  }
  const throughHub = await measure(() => readMailboxThroughHub(hub.url, connection, PAGE))
  const naive = await measure(() => readDirectly(microsoft.origin, access.token, NAIVE_PAGE))
  const least = await measure(() => readDirectly(microsoft.origin, access.token, PAGE))
  await Promise.all([hub.stop(), microsoft.stop()])
  report(
    `Outlook mailbox: ${MESSAGES} messages, every vendor call takes ${LATENCY_MS} ms`,
    [
      { way: `hub, pages of ${PAGE}`, ...throughHub },
      { way: `plain fetch, pages of ${NAIVE_PAGE} (Graph's default)`, ...naive },
      { way: `plain fetch, pages of ${PAGE}, the maximum with bodies: minimum`, ...least },
    ],
    {
      benchmark: 'outlook',
      fasterThanNaive: round(naive.seconds / throughHub.seconds, 2),
      timesTheLeast: round(throughHub.seconds / least.seconds, 2),
      callsAboveTheLeast: throughHub['vendor calls'] - least['vendor calls'],
    },
  )
}

/** Reads the messages directly from the vendor, without mapping. */
async function readDirectly(origin: string, accessToken: string, top: number): Promise<number> {
  let messages = 0
  let next: string | undefined = `${origin}/v1.0/me/messages?$top=${top}`
  while (next) {
    const response: Response = await fetch(next, { headers: { Authorization: `Bearer ${accessToken}` } })
    if (!response.ok) throw new Error(`a list returned ${response.status}`)
    const page = (await response.json()) as { value: unknown[]; '@odata.nextLink'?: string }
    messages += page.value.length
    next = page['@odata.nextLink']
  }
  return messages
}
