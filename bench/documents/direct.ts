import { fillWord } from './fill-word.ts'

/** What is made, and for whom. */
export interface DirectJob {
  origin: string
  accessToken: string
  /** The id of a file, or `<driveId>/<itemId>`. */
  templateId: string
  values: readonly { name: string; value: string }[]
}

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const BOUNDARY = 'a-part-of-the-upload'

/** With as few requests after each other as possible: what is read does not depend on each other. */
export async function fillGoogleDocument(job: DirectJob): Promise<void> {
  const [, , content] = await Promise.all([fetchMetadata(job), fetchText(job), exportTemplate(job)])
  await replace(job, await upload(job, content), job.values)
}

/** One request after the other, and one for each placeholder. */
export async function fillGoogleDocumentInTurn(job: DirectJob): Promise<void> {
  await fetchMetadata(job)
  await fetchText(job)
  const id = await upload(job, await exportTemplate(job))
  for (const value of job.values) await replace(job, id, [value])
}

const fetchMetadata = (job: DirectJob) => get(job, `/drive/v3/files/${job.templateId}?fields=id,name,mimeType,trashed`)
const fetchText = (job: DirectJob) => get(job, `/v1/documents/${job.templateId}?includeTabsContent=true`)
const exportTemplate = (job: DirectJob) =>
  get(job, `/drive/v3/files/${job.templateId}/export?mimeType=${encodeURIComponent(WORD)}`)

async function upload(job: DirectJob, content: Buffer): Promise<string> {
  const metadata = JSON.stringify({ name: 'Contract', mimeType: 'application/vnd.google-apps.document' })
  const body = Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\nContent-Type: application/json\r\n\r\n${metadata}\r\n`),
    Buffer.from(`--${BOUNDARY}\r\nContent-Type: ${WORD}\r\n\r\n`),
    content,
    Buffer.from(`\r\n--${BOUNDARY}--`),
  ])
  const contentType = `multipart/related; boundary=${BOUNDARY}`
  const path = '/upload/drive/v3/files?uploadType=multipart&fields=id,webViewLink'
  const { id } = JSON.parse(String(await send(job, 'POST', path, body, contentType))) as { id: string }
  return id
}

async function replace(job: DirectJob, id: string, values: DirectJob['values']): Promise<void> {
  const requests = values.map(({ name, value }) => ({
    replaceAllText: { containsText: { text: `{{${name}}}`, matchCase: true }, replaceText: value },
  }))
  await send(job, 'POST', `/v1/documents/${id}:batchUpdate`, JSON.stringify({ requests }), 'application/json')
}

/** Fills a Word document: reads its item, its content and the folder at the same time, or one after the other. */
export async function fillWordDocument(job: DirectJob, { inTurn }: { inTurn: boolean }): Promise<void> {
  const [driveId = '', itemId = ''] = job.templateId.split('/')
  const item = () => get(job, `/v1.0/drives/${encodeURIComponent(driveId)}/items/${itemId}`)
  const root = () => get(job, '/v1.0/me/drive/root')
  const content = () => download(job, `/v1.0/drives/${encodeURIComponent(driveId)}/items/${itemId}/content`)
  const [bytes, , folder] = inTurn
    ? [await content(), await item(), await root()]
    : await Promise.all([content(), item(), root()])
  const { id, parentReference } = JSON.parse(String(folder)) as { id: string; parentReference: { driveId: string } }
  const filled = fillWord(bytes, new Map(job.values.map(({ name, value }) => [name, value])))
  const parent = `/v1.0/drives/${encodeURIComponent(parentReference.driveId)}/items/${id}`
  const path = `${parent}:/Contract.docx:/content?@microsoft.graph.conflictBehavior=rename`
  await send(job, 'PUT', path, filled, WORD)
}

async function download(job: DirectJob, path: string): Promise<Buffer> {
  const response = await fetch(`${job.origin}${path}`, { headers: authorization(job), redirect: 'manual' })
  const location = response.headers.get('location')
  if (!location) throw new Error(`${path} returned ${response.status}`)
  const { pathname, search } = new URL(location)
  return readBytes(await fetch(`${job.origin}${pathname}${search}`), path)
}

async function get(job: DirectJob, path: string): Promise<Buffer> {
  return readBytes(await fetch(`${job.origin}${path}`, { headers: authorization(job) }), path)
}

async function send(job: DirectJob, method: string, path: string, body: string | Buffer, contentType: string) {
  const headers = { ...authorization(job), 'Content-Type': contentType }
  const init = { method, headers, body } as RequestInit
  const response = await fetch(`${job.origin}${path}`, init)
  return readBytes(response, path)
}

function authorization({ accessToken }: DirectJob) {
  return { Authorization: `Bearer ${accessToken}` }
}

async function readBytes(response: Response, path: string): Promise<Buffer> {
  const bytes = Buffer.from(await response.arrayBuffer())
  if (!response.ok) throw new Error(`${path} returned ${response.status}: ${bytes.toString().slice(0, 300)}`)
  return bytes
}
