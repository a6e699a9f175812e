import { startProgram } from '../demo/program.ts'
import { startGmailMailbox } from './gmail-mailbox.ts'
import { readMailboxThroughHub } from './read-mailbox.ts'
import { report, round } from './report.ts'
import { ENVIRONMENT } from './settings.ts'

const MESSAGES = 2_000
const LATENCY_MS = 40
const PAGE = 100
/** The number of concurrent requests that Gmail accepts from one user. */
const IN_FLIGHT = 5

/** Reads a complete mailbox: through the hub, with sequential requests, and as fast as the limits allow. */
export async function benchMailbox(): Promise<void> {
  const { google, connectedProvider } = await startGmailMailbox(MESSAGES, LATENCY_MS)
  const hub = await startProgram('src/main.ts', { environment: { ...ENVIRONMENT, ...google.environment } })
  const { accessToken } = (connectedProvider as { credential: { accessToken: string } }).credential
  const measure = async (read: () => Promise<number>) => {
    google.ledger.clear()
    const start = performance.now()
    const messages = await read()
    return { messages, seconds: round((performance.now() - start) / 1000), 'vendor calls': google.ledger.count({}) }
  }
  const throughHub = await measure(() => readMailboxThroughHub(hub.url, connectedProvider, PAGE))
  const inTurn = await measure(() => readDirectly(google.origin, accessToken, 1))
  const least = await measure(() => readDirectly(google.origin, accessToken, IN_FLIGHT))
  await Promise.all([hub.stop(), google.stop()])
  report(
    `Mailbox: ${MESSAGES} messages, every vendor call takes ${LATENCY_MS} ms`,
    [
      { way: `hub, pages of ${PAGE}`, ...throughHub },
      { way: 'plain fetch, sequential requests', ...inTurn },
      { way: `plain fetch, ${IN_FLIGHT} in flight, lists of 500: minimum`, ...least },
    ],
    {
      benchmark: 'mailbox',
      fasterThanInTurn: round(inTurn.seconds / throughHub.seconds, 2),
      timesTheLeast: round(throughHub.seconds / least.seconds, 2),
      callsAboveTheLeast: throughHub['vendor calls'] - least['vendor calls'],
    },
  )
}

/** Reads the same messages directly from the vendor, without mapping. */
async function readDirectly(origin: string, accessToken: string, inFlight: number): Promise<number> {
  const get = async (path: string) => {
    const response = await fetch(`${origin}/gmail/v1/users/me/messages${path}`, {
      headers: { Authorization: `Bearer ${accessToken}` },
    })
    if (!response.ok) throw new Error(`${path} returned ${response.status}`)
    return (await response.json()) as { messages?: { id: string }[]; nextPageToken?: string }
  }
  let messages = 0
  let pageToken: string | undefined
  do {
    const list = await get(`?maxResults=500${pageToken ? `&pageToken=${pageToken}` : ''}`)
    const ids = (list.messages ?? []).map(({ id }) => id)
    const next = ids.values()
    const work = async () => {
      for (const id of next) {
        await get(`/${id}?format=full`)
        messages += 1
      }
    }
    await Promise.all(Array.from({ length: inFlight }, work))
    pageToken = list.nextPageToken
  } while (pageToken)
  return messages
}
