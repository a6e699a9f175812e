import { randomBytes } from 'node:crypto'
import type { docs_v1 } from 'googleapis/build/src/apis/docs/index.js'
import type { ExecuteFunctionResponse } from '../../../../src/contract/index.ts'
import type { Call } from '../../../../src/kit/application.ts'
import type { RoleConnection } from '../../../../src/kit/documents/connections.ts'
import { completeOrRemove } from '../../../../src/kit/documents/creation.ts'
import { namesOf } from '../../../../src/kit/documents/placeholders.ts'
import { selectValues } from '../../../../src/kit/documents/values.ts'
import { WORD_TYPE } from '../../../../src/kit/documents/word/type.ts'
import { VendorError } from '../../../../src/kit/vendor-errors.ts'
import { createDocsRequester, createDriveRequester, type Requester } from '../../client.ts'
import type { GoogleSettings } from '../../settings.ts'
import type { FileAddress } from '../drive/address.ts'
import { CONTENT_TIMEOUT_MS, type Drive, exportFile, GOOGLE_DOCUMENT, UNITS } from '../drive/files.ts'
import { type MadeFile, trashFile, uploadFile } from '../drive/upload.ts'
import { toReplacements } from './replacements.ts'
import { fetchTexts, type Template } from './source.ts'

export type Format = 'document' | 'pdf'

/** A document to make with the connection of the user who runs the function. */
export interface Job {
  output: RoleConnection
  folder: FileAddress | undefined
  name: string
  format: Format
  template: Template
  /** The values of the placeholders that the template is known to have. */
  values: ReadonlyMap<string, string>
  /** All values of the request. */
  allValues: ReadonlyMap<string, string>
}

const PDF = 'application/pdf'

/** Uploads the template's content as a new document and fills it. If that fails, the document is moved to the trash. */
export async function makeDocument(job: Job, call: Call<GoogleSettings>): Promise<ExecuteFunctionResponse> {
  const { output, folder, name, template } = job
  const [drive, docs] = await Promise.all([createDriveRequester(output, call), createDocsRequester(output, call)])
  const content = { mimeType: WORD_TYPE, bytes: template.content }
  const document = await uploadFile(drive, { name, mimeType: GOOGLE_DOCUMENT, content, folder })
  const url = document.webViewLink ?? `https://docs.google.com/document/d/${document.id}/edit`
  return completeOrRemove(
    call,
    { name, url },
    async () => {
      await fill(docs, document.id, job, call)
      const pdf = job.format === 'pdf' ? await makePdf(drive, document, job, call) : undefined
      if (!pdf) return { outputUrl: url, externalId: document.id, uri: url, title: name }
      const outputUrl = pdf.webViewLink ?? `https://drive.google.com/file/d/${pdf.id}/view`
      return { outputUrl, externalId: pdf.id, uri: url, title: `${name}.pdf` }
    },
    async (ownCall) => trashFile(await createDriveRequester(output, ownCall), document.id),
  )
}

/** All replacements are one request, which Google does completely or not at all. */
async function fill(
  docs: Requester<docs_v1.Docs>,
  documentId: string,
  { template, values, allValues }: Job,
  call: Call<GoogleSettings>,
): Promise<void> {
  const texts = template.isComplete ? template.texts : await fetchTexts(docs, documentId)
  const used = template.isComplete ? values : selectValues(namesOf(texts), allValues, call.log)
  const { requests, repeatable } = toReplacements(texts, used, randomBytes(8).toString('hex'))
  if (requests.length === 0) return
  const parameters = { documentId, requestBody: { requests } }
  await docs(UNITS, (google, options) => google.documents.batchUpdate(parameters, options), {
    timeoutMs: CONTENT_TIMEOUT_MS,
    retryable: repeatable || 'refused',
  })
}

/** Puts a PDF beside the document; undefined if Google refuses to convert it. */
async function makePdf(
  drive: Drive,
  { id }: MadeFile,
  { name, folder }: Job,
  call: Call<GoogleSettings>,
): Promise<MadeFile | undefined> {
  const bytes = await convert(drive, id, call)
  return bytes && uploadFile(drive, { name: `${name}.pdf`, mimeType: PDF, content: { mimeType: PDF, bytes }, folder })
}

async function convert(drive: Drive, id: string, { log }: Call<GoogleSettings>): Promise<Buffer | undefined> {
  try {
    return await exportFile(drive, { id }, PDF)
  } catch (error) {
    if (!(error instanceof VendorError) || !error.concernsItem) throw error
    log.warn({ reasons: error.reasons }, 'a document was not converted to PDF: it is the result itself')
    return undefined
  }
}
