import { invalidTemplate } from '../../../src/kit/documents/problems.ts'
import { ProviderError } from '../../../src/kit/errors.ts'
import { OVERSIZED_RESPONSE } from '../../../src/kit/http.ts'
import { VendorError } from '../../../src/kit/vendor-errors.ts'
import type { FilesClient } from './client.ts'
import { fetchContent, fetchItem, isWordDocument, MAX_DOCUMENT_BYTES } from './items.ts'
import type { Location } from './locations.ts'
import { type DocumentProblem, UnusableDocumentError } from './word/problem.ts'
import { fill, readNames } from './word/thread.ts'

/** A template that was read. */
export interface Template {
  /** Without the extension. */
  name: string
  /** Names of its placeholders. */
  names: readonly string[]
  bytes: Uint8Array
}

/** Reads a template with the connection of `client`, and changes nothing. Throws a ProviderError. */
export async function readTemplate(client: FilesClient, location: Location): Promise<Template> {
  try {
    const found = await fetchItem(client, location)
    const { name, deleted, size } = found.item
    if (deleted) throw invalidTemplate('The template is in the recycle bin. Restore it, or choose another one.')
    if (!isWordDocument(found.item)) throw invalidTemplate(SENTENCES['other-kind'])
    if ((size ?? 0) > MAX_DOCUMENT_BYTES) throw invalidTemplate(SENTENCES['too-large'])
    const bytes = await fetchContent(client, found)
    const names = await readNames(bytes, toContext(client))
    return { name: (name ?? '').replace(/\.docx$/i, ''), names, bytes }
  } catch (error) {
    throw toTemplateError(error)
  }
}

/** The bytes of a document made from a template. Throws a ProviderError. */
export async function fillTemplate(
  client: FilesClient,
  { bytes }: Template,
  values: ReadonlyMap<string, string>,
): Promise<Uint8Array> {
  try {
    return await fill(bytes, values, toContext(client))
  } catch (error) {
    throw toTemplateError(error)
  }
}

function toContext({ call: { budget, log } }: FilesClient) {
  return { signal: budget.signal, log }
}

const SENTENCES: Record<DocumentProblem, string> = {
  unreadable: 'The template cannot be read: it is no Word document, or it is damaged or protected with a password.',
  'other-kind': 'The template is no Word document (.docx). Save it in this format, without macros.',
  'too-large': 'The template is too large: at most 25 MB, and not too complex. Remove images or parts of it.',
}

function toTemplateError(error: unknown): unknown {
  if (error instanceof UnusableDocumentError) return invalidTemplate(SENTENCES[error.problem], error)
  if (!(error instanceof VendorError)) return error
  if (error.reasons.includes(OVERSIZED_RESPONSE)) return invalidTemplate(SENTENCES['too-large'], error)
  if (!['not-found', 'invalid-request'].includes(error.class)) return error
  const detail =
    'The template does not exist, or is not shared with the account that reads it. Share it with that account.'
  return new ProviderError(404, 'not-found', detail, { cause: error })
}
