import { startProgram } from '../demo/program.ts'
import { startMailbox } from './gmail-world.ts'
import { report, rounded } from './report.ts'
import { SETTINGS } from './settings.ts'
import { readThroughHub } from './through-hub.ts'

const MESSAGES = 2_000
const LATENCY_MS = 40
const PAGE = 100
/** Requests that Gmail takes at once from one user without complaint: what everyone is allowed here. */
const IN_FLIGHT = 5

/** A whole mailbox: the hub beside one request after the other, and beside the least that the limits allow. */
export async function benchMailbox(): Promise<void> {
  const { google, connectedProvider } = await startMailbox(MESSAGES, LATENCY_MS)
  const hub = await startProgram('src/main.ts', { environment: { ...SETTINGS, ...google.environment } })
  const { accessToken } = (connectedProvider as { credential: { accessToken: string } }).credential
  const measure = async (read: () => Promise<number>) => {
    google.ledger.clear()
    const start = performance.now()
    const messages = await read()
    return { messages, seconds: rounded((performance.now() - start) / 1000), 'vendor calls': google.ledger.count({}) }
  }
  const throughHub = await measure(() => readThroughHub(hub.url, connectedProvider, PAGE))
  const inTurn = await measure(() => readDirectly(google.origin, accessToken, 1))
  const least = await measure(() => readDirectly(google.origin, accessToken, IN_FLIGHT))
  await Promise.all([hub.stop(), google.stop()])
  report(
    `Mailbox: ${MESSAGES} messages, every vendor call takes ${LATENCY_MS} ms`,
    [
      { way: `hub, pages of ${PAGE}`, ...throughHub },
      { way: 'plain fetch, one get after the other', ...inTurn },
      { way: `plain fetch, ${IN_FLIGHT} in flight, lists of 500: the least possible`, ...least },
    ],
    {
      benchmark: 'mailbox',
      fasterThanInTurn: rounded(inTurn.seconds / throughHub.seconds, 2),
      timesTheLeast: rounded(throughHub.seconds / least.seconds, 2),
      callsAboveTheLeast: throughHub['vendor calls'] - least['vendor calls'],
    },
  )
}

/** The same messages straight from the vendor, unmapped: what the wire alone costs. */
async function readDirectly(origin: string, accessToken: string, inFlight: number): Promise<number> {
  const get = async (path: string) => {
    const response = await fetch(`${origin}/gmail/v1/users/me/messages${path}`, {
      headers: { Authorization: `Bearer ${accessToken}` },
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}`)
    return (await response.json()) as { messages?: { id: string }[]; nextPageToken?: string }
  }
  let messages = 0
  let pageToken: string | undefined
  do {
    const list = await get(`?maxResults=500${pageToken ? `&pageToken=${pageToken}` : ''}`)
    const ids = (list.messages ?? []).map(({ id }) => id)
    const next = ids.values()
    const lane = async () => {
      for (const id of next) {
        await get(`/${id}?format=full`)
        messages += 1
      }
    }
    await Promise.all(Array.from({ length: inFlight }, lane))
    pageToken = list.nextPageToken
  } while (pageToken)
  return messages
}
