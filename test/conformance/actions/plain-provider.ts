import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Json = ReturnType<typeof JSON.parse>

export interface Result {
  status: number
  body: Json
}

export const KEY = 'the-key-of-the-plain-provider-0123456789'
export const APPLICATION = 'plain-crm'
export const PROVIDER = 'plain'
export const TOKEN = 'a-live-token'
/** The routes that require the URL of the vendor's tenant. */
const TENANT_ROUTES = ['/upsert/table', '/upsert/notes', '/tag']
const FIELDS = ['Name', 'Industry']

/** Replaces the correct result of a request. */
export type Change = (result: Result, request: { path: string; body: Json; isAuthorized: boolean }) => Result

/** A provider without a hub: one application that keeps records in memory and obeys every rule, unless `change` breaks it. */
export async function startPlainProvider(
  change: Change = (result) => result,
): Promise<{ url: string; stop: () => void }> {
  const store = new Records()
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const path = request.url ?? ''
    const isAuthorized = request.headers.authorization === `Bearer ${KEY}`
    const body = parse(text)
    const correct = isAuthorized ? respond(path, body, store) : toProblem(401, 'unauthorized')
    const result = change(correct, { path, body, isAuthorized })
    response.writeHead(result.status, { 'Content-Type': 'application/json' }).end(JSON.stringify(result.body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, stop: () => void server.close() }
}

class Records {
  readonly values = new Map<string, Record<string, string>>()
  #count = 0

  constructor() {
    for (const Name of ['Halden', 'Kestrel']) this.save(undefined, { Name, Industry: 'Shipping' })
  }

  save(id: string | undefined, values: Record<string, string>): string {
    this.#count += id ? 0 : 1
    const externalId = id || `id-${this.#count}`
    this.values.set(externalId, { ...this.values.get(externalId), ...values })
    return externalId
  }
}

function parse(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function toProblem(status: number, name: string): Result {
  const errors = status === 400 ? [{ pointer: '#/', detail: 'is wrong' }] : undefined
  return { status, body: { type: `https://platform.example/${name}`, title: name, status, detail: name, errors } }
}

function respond(path: string, body: Json, store: Records): Result {
  const connection = body?.connectedProvider ?? body?.outputConnectedProvider
  const needsConnection = path !== '/install/function/inputs'
  if (!body || (needsConnection && !connection)) return toProblem(400, 'validation-error')
  if (connection && connection.application !== APPLICATION) return toProblem(400, 'validation-error')
  if (connection && connection.credential.accessToken !== TOKEN) return toProblem(401, 'credentials-expired')
  if (TENANT_ROUTES.includes(path) && !connection.credential.instanceUrl) return toProblem(400, 'validation-error')
  const result = handle(path, body, store)
  return result === undefined
    ? toProblem(400, 'validation-error')
    : 'status' in result
      ? (result as Result)
      : { status: 200, body: result }
}

function handle(path: string, body: Json, store: Records): Json {
  const find = ({ externalId, alias }: Json) =>
    externalId ?? [...store.values].find(([, { Name }]) => Name === alias)?.[0]
  const toTag = (reference: Json) => {
    const externalId = find(reference)
    return { externalId, tagType: 'topic', alias: store.values.get(externalId)?.Name ?? '' }
  }
  const toRecord = (externalId: string) => ({ externalId, values: toValues(store.values.get(externalId) ?? {}) })
  switch (path) {
    case '/sync/insight': {
      const tags = body.filter.insightTypeFilters[0].tags as { externalId: string }[]
      const rows = tags.map(({ externalId }, index) => ({
        externalId: `row-${index}`,
        values: [{ name: 'tagExternalId', value: externalId }],
      }))
      return toPage(rows.length > 0 ? [{ blockType: 'table', tables: [toTable('Case', rows)] }] : [])
    }
    case '/sync/table':
      return toPage([toTable('Account', body.recordFilter.recordTypeFilters[0].externalIds.map(toRecord))])
    case '/upsert/table': {
      const saved = body.table.records.map((record: Json) => {
        const values = Object.fromEntries(record.values.map(({ name, value }: Json) => [name, value]))
        return { ...record, externalId: store.save(record.externalId, values) }
      })
      return toTable(body.table.metadata.metadataType, saved)
    }
    case '/upsert/notes':
      return body.externalNotes.map((note: Json) => ({ ...note, externalId: store.save(note.externalId, {}) }))
    case '/tag':
      return body.tags ? body.tags.map(toTag) : toTag(body.tag)
    case `/${APPLICATION}/link`: {
      const externalId = /^https:\/\/plain\.example\/records\/(.+)$/.exec(body.url)?.[1]
      const title = 'A record'
      return externalId
        ? { provider: PROVIDER, application: APPLICATION, externalId, url: body.url, title }
        : toProblem(404, 'not-found')
    }
    case '/install/function/inputs':
      if (body.functionName !== 'report') return undefined
      return { inputs: [{ name: 'fileName', label: 'File name', valueSource: { kind: 'userInput' } }] }
    case '/execute/function':
      return body.functionName === 'report'
        ? { outputUrl: 'https://plain.example/files/1', externalId: 'f1' }
        : undefined
    case '/execute/query': {
      if (body.metadataType !== 'Account') return undefined
      const matching = body.searchCriteria.length > 0 ? [] : [...store.values.keys()]
      const records = matching.slice(0, body.limit).map((externalId) => ({
        ...toRecord(externalId),
        provider: PROVIDER,
        application: APPLICATION,
        metadataType: 'Account',
        title: 'A record',
        uri: `https://plain.example/records/${externalId}`,
      }))
      return { records, hasMore: matching.length > body.limit }
    }
  }
  return toProblem(404, 'not-found')
}

function toValues(values: Record<string, string>) {
  return Object.entries(values).map(([name, value]) => ({ name, value }))
}

function toPage(items: Json[]) {
  return { items, pagination: { hasMore: false, pageSize: items.length } }
}

function toTable(metadataType: string, records: Json[]) {
  const fields = FIELDS.map((name) => ({ name, label: name, fieldType: 'string' }))
  const metadata = { metadataType, label: metadataType, fields }
  return {
    blockType: 'table',
    provider: PROVIDER,
    application: APPLICATION,
    externalId: metadataType,
    metadata,
    records,
  }
}
