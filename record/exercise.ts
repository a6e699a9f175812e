import type { Connection } from '../demo/minimal-platform.ts'
import { omitUndefined } from '../src/runtime/omit.ts'
import type { Call, Definition, Json, Outcome } from './call.ts'
import { readRecords, writeRecords } from './exercise-records.ts'
import type { FunctionExample } from './vendors.ts'

const DAY_MS = 86_400_000

export interface ExerciseOptions {
  connection: Connection
  definition: Definition
  /** Examples by the name of the function. */
  functions: Readonly<Record<string, FunctionExample>>
  /** The link of a document that the account can read. */
  link?: string
  /** Epoch ms. Calendars, mail and meetings are requested around it. */
  now: number
  /** Whether to call the handlers that change the account, too. */
  write: boolean
  /** Posts to the hub. Rejects with an Error that says why the hub refused. */
  post: (path: string, body: Json) => Promise<Json>
}

/** Calls every handler that an application declares. Later handlers are called with what earlier ones returned. */
export async function exerciseHandlers(options: ExerciseOptions): Promise<Outcome[]> {
  const { connection, definition, now, write } = options
  const outcomes: Outcome[] = []
  const call: Call = async (handler, path, body) => {
    try {
      const response = await options.post(path, { connectedProvider: connection, ...body })
      outcomes.push({ handler, isError: false, summary: summarize(response) })
      return response
    } catch (error) {
      const summary = (error as Error).message
      // What a definition does not say, such as whether there are tags, is found out by calling it.
      const isError = !/^The application "[^"]*" has no /.test(summary)
      outcomes.push({ handler, isError, summary })
      return undefined
    }
  }
  const skip = (handler: string, summary: string) => outcomes.push({ handler, isError: false, summary })
  await authenticate(connection, call)
  await syncByTime(connection, definition, now, call)
  if (definition.sobjects.table) {
    const found = await readRecords(connection, definition, call)
    if (write) await writeRecords(found, call)
    else skip('upsert', 'skipped, because it writes: add --write')
  }
  if (options.link) await call('link', `/${connection.application}/link`, { url: options.link })
  for (const { name } of definition.functions ?? []) {
    const example = options.functions[name]
    if (!example) skip(name, 'skipped: it needs an example (see --help)')
    else await runFunction(name, example, connection, write, call)
    if (example && !write) skip(`execute ${name}`, 'skipped, because it writes: add --write')
  }
  return outcomes
}

async function authenticate(connection: Connection, call: Call): Promise<void> {
  const { application, credential } = connection
  await call('check', '/auth/check', { application, credential })
  const refreshed = await call('refresh', '/auth/refresh', {})
  if (refreshed) connection.credential = refreshed.credential as Json
}

async function syncByTime(
  { credential }: Connection,
  { sobjects }: Definition,
  now: number,
  call: Call,
): Promise<void> {
  const window = { dateStart: now - 30 * DAY_MS, dateEnd: now + 90 * DAY_MS }
  const past = { ...window, dateEnd: now, limit: 50 }
  if (sobjects.calendar) await call('calendar', '/sync/calendar', { calendarFilter: window })
  const allPages = async (handler: string, path: string, key: string, filter: Json) => {
    let cursor: string | undefined
    do {
      const page = await call(handler, path, { [key]: omitUndefined({ ...filter, cursor }) })
      const pagination = (page?.pagination ?? {}) as { hasMore?: boolean; cursor?: string }
      cursor = pagination.hasMore && pagination.cursor !== cursor ? pagination.cursor : undefined
    } while (cursor)
  }
  if (sobjects.transcription) await allPages('transcription', '/sync/transcription', 'transcriptionFilter', past)
  if (!sobjects.email) return
  await allPages('email', '/sync/email', 'filter', past)
  await allPages('email of one address', '/sync/email', 'filter', {
    ...past,
    includeEmails: [String(credential.email)],
  })
}

async function runFunction(
  functionName: string,
  { configuration, values }: FunctionExample,
  connection: Connection,
  write: boolean,
  call: Call,
): Promise<void> {
  await call(`inputs of ${functionName}`, '/install/function/inputs', {
    functionName,
    configuration,
    templateConnectedProvider: connection,
  })
  if (!write) return
  await call(`execute ${functionName}`, '/execute/function', {
    functionName,
    configuration,
    values,
    templateConnectedProvider: connection,
    outputConnectedProvider: connection,
  })
}

function summarize(response: Json): string {
  const list = Object.entries(response).find(([, value]) => Array.isArray(value))
  if (Array.isArray(response)) return `${response.length} returned`
  return list ? `${(list[1] as unknown[]).length} ${list[0]}` : 'done'
}
