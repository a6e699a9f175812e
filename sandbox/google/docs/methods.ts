import { json } from '../../core/http/responses.ts'
import { omitUndefined } from '../../core/omit-undefined.ts'
import { parseBoolean, parseEnum } from '../api/parameters.ts'
import { API_HEADERS } from '../api/responses.ts'
import { convertUpload } from '../drive/conversion.ts'
import { parseMetadata, saveFile } from '../drive/create.ts'
import { failInvalid } from '../drive/failures.ts'
import { type DriveFile, hasRole, MIME } from '../drive/file.ts'
import { type DriveCallContext, type DriveMethod, respondJson } from '../drive/route.ts'
import { SCOPE } from '../oauth/scopes.ts'
import { batchUpdate } from './batch-update.ts'
import { formatRevision, type GoogleDocument } from './document.ts'
import { findDocument } from './find.ts'
import { toTabContent, toTabJson } from './json.ts'

const READ: readonly string[] = [
  SCOPE.documents,
  SCOPE.documentsReadonly,
  SCOPE.drive,
  SCOPE.driveReadonly,
  SCOPE.driveFile,
]
const WRITE: readonly string[] = [SCOPE.documents, SCOPE.drive, SCOPE.driveFile]
const PATTERN = '/v1/documents'

export function createDocsMethods(): DriveMethod[] {
  return [
    {
      verb: 'GET',
      pattern: `${PATTERN}/:documentId`,
      name: 'docs.documents.get',
      service: 'docs',
      scopes: READ,
      quota: 'docsReads',
      parameters: ['suggestionsViewMode', 'includeTabsContent'],
      handle: getDocument,
    },
    {
      verb: 'POST',
      pattern: `${PATTERN}/:target`,
      name: 'docs.documents.batchUpdate',
      service: 'docs',
      scopes: WRITE,
      quota: 'docsWrites',
      handle: batchUpdate,
    },
    {
      verb: 'POST',
      pattern: PATTERN,
      name: 'docs.documents.create',
      service: 'docs',
      scopes: WRITE,
      quota: 'docsWrites',
      handle: createEmptyDocument,
    },
  ]
}

/** GET /v1/documents/{id}: the first tab, or all tabs with `includeTabsContent`. */
function getDocument(call: DriveCallContext) {
  const { request } = call
  const { file, role, document } = findDocument(call, request.params.documentId ?? '')
  const modes = ['DEFAULT_FOR_CURRENT_ACCESS', 'SUGGESTIONS_INLINE', 'PREVIEW_WITHOUT_SUGGESTIONS'] as const
  const suggestionsViewMode = parseEnum(request, 'suggestionsViewMode', modes, 'DEFAULT_FOR_CURRENT_ACCESS')
  const content = toContent(document, parseBoolean(request, 'includeTabsContent'))
  const mode = suggestionsViewMode === 'DEFAULT_FOR_CURRENT_ACCESS' ? 'SUGGESTIONS_INLINE' : suggestionsViewMode
  const body = omitUndefined({
    title: file.name,
    ...content,
    // Only for users who may edit.
    revisionId: hasRole(role, 'writer') ? formatRevision(document) : undefined,
    suggestionsViewMode: mode,
    documentId: file.id,
  })
  return respondJson(call, body)
}

function toContent({ tabs }: GoogleDocument, includesTabs: boolean): Record<string, unknown> {
  if (includesTabs) return { tabs: tabs.map((tab, index) => toTabJson(tab, index)) }
  const [first] = tabs
  return first ? toTabContent(first.text) : {}
}

/** POST /v1/documents: an empty document. Everything but the title is ignored. */
function createEmptyDocument(call: DriveCallContext) {
  const { title } = parseMetadata(call.request) as { title?: unknown }
  if (title !== undefined && typeof title !== 'string') return failInvalid(call.request, 'Invalid value at title')
  const content = convertUpload(Buffer.of(), 'text/plain', MIME.document) as DriveFile['content']
  const { file } = saveFile(call, { name: title ?? 'Untitled document' }, content)
  return json({ title: file.name, documentId: file.id }, 200, { ...API_HEADERS })
}
