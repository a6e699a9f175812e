import type { docs_v1 } from 'googleapis/build/src/apis/docs/index.js'
import type { Call } from '../../../../src/kit/application.ts'
import type { RoleConnection } from '../../../../src/kit/documents/connections.ts'
import { invalidTemplate } from '../../../../src/kit/documents/problems.ts'
import { WORD_TYPE } from '../../../../src/kit/documents/word/type.ts'
import { ProviderError } from '../../../../src/kit/errors.ts'
import { VendorError } from '../../../../src/kit/vendor-errors.ts'
import { createDocsRequester, createDriveRequester, type Requester } from '../../client.ts'
import type { GoogleSettings } from '../../settings.ts'
import type { FileAddress } from '../drive/address.ts'
import { type Drive, exportFile, fetchFile, GOOGLE_DOCUMENT, isShortcut, UNITS } from '../drive/files.ts'
import { textsOf } from './texts.ts'

/** A template: its name, its texts, in which the placeholders are, and its content as a Word file, if requested. */
export interface Template {
  name: string
  texts: string[]
  content: Buffer
  /** Whether `texts` has everything: without the Docs API, headers and footers may be missing. */
  isComplete: boolean
}

/**
 * Reads a template with the connection of the user who installed the function. Metadata, texts and content are requested
 * at the same time. The Docs API takes no resource keys: the texts of a file that has one are exported.
 */
export async function readTemplate(
  connection: RoleConnection,
  address: FileAddress,
  { withContent }: { withContent: boolean },
  call: Call<GoogleSettings>,
): Promise<Template> {
  const [drive, docs] = await Promise.all([
    createDriveRequester(connection, call),
    createDocsRequester(connection, call),
  ])
  const fetchExtra = (target: FileAddress) =>
    Promise.all([
      target.resourceKey ? exportTexts(drive, target) : fetchTexts(docs, target.id),
      withContent ? exportFile(drive, target, WORD_TYPE) : Buffer.alloc(0),
    ])
  try {
    const { file, address: target, extra } = await fetchFile(drive, address, fetchExtra)
    if (file.trashed) throw invalidTemplate('The template is in the trash. Restore it, or choose another one.')
    if (isShortcut(file)) throw notFound()
    if (file.mimeType !== GOOGLE_DOCUMENT) throw invalidTemplate('The template is not a document of Google Docs.')
    const [texts, content] = await extra()
    return { name: file.name ?? '', texts, content, isComplete: !target.resourceKey }
  } catch (error) {
    throw toTemplateError(error)
  }
}

/** The texts of a document, those of all tabs included. */
export async function fetchTexts(docs: Requester<docs_v1.Docs>, documentId: string): Promise<string[]> {
  const parameters = { documentId, includeTabsContent: true }
  return [...textsOf(await docs(UNITS, (google, options) => google.documents.get(parameters, options)))]
}

async function exportTexts(drive: Drive, address: FileAddress): Promise<string[]> {
  return (await exportFile(drive, address, 'text/plain')).toString().split(/\r\n?|\n/)
}

function toTemplateError(error: unknown): unknown {
  if (!(error instanceof VendorError)) return error
  if (error.class === 'not-found') return notFound(error)
  if (error.reasons.includes('exportSizeLimitExceeded')) {
    return invalidTemplate('The template is too large: Google exports at most 10 MB.', error)
  }
  if (error.class === 'invalid-request' && error.concernsItem) {
    return invalidTemplate('The template cannot be exported by Google. Choose a document of Google Docs.', error)
  }
  return error
}

function notFound(cause?: unknown): ProviderError {
  const detail =
    'The template does not exist, or is not shared with the account that reads it. Share it with that account.'
  return new ProviderError(404, 'not-found', detail, { cause })
}
