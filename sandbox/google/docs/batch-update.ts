import type { HttpResponse } from '../../core/http/responses.ts'
import { isTable } from '../../core/office/rich-text.ts'
import { requireRoleOrPermissionDenied } from '../drive/access.ts'
import { parseRequestBody } from '../drive/create.ts'
import { failInvalid } from '../drive/failures.ts'
import { type DriveCallContext, respondJson, splitVerb } from '../drive/route.ts'
import { type DocumentTab, flattenTabs, formatRevision, type GoogleDocument } from './document.ts'
import { findDocument } from './find.ts'
import { insertText } from './insert-text.ts'
import { checkMembers, type Members, textAt } from './members.ts'
import { replaceText } from './replace-text.ts'

/** POST /v1/documents/{id}:batchUpdate. All requests are applied or none. */
export function batchUpdate(call: DriveCallContext): HttpResponse {
  const { request, google, account } = call
  const { target, verb } = splitVerb(request)
  if (verb !== 'batchUpdate') return failInvalid(request, `Unknown method ${verb}`)
  const found = findDocument(call, target)
  requireRoleOrPermissionDenied(call, found, 'writer')
  const body = parseRequestBody(request)
  const fail = (message: string) => failInvalid(request, message)
  checkMembers(body, ['requests', 'writeControl'], '', fail)
  const { requests = [], writeControl = {} } = body as { requests?: Members[]; writeControl?: Members }
  checkMembers(writeControl, ['requiredRevisionId', 'targetRevisionId'], 'write_control', fail)
  const { requiredRevisionId } = writeControl
  if (requiredRevisionId !== undefined && requiredRevisionId !== formatRevision(found.document)) {
    const message = `The required revision ID '${requiredRevisionId}' does not match the latest revision.`
    return failInvalid(request, message)
  }
  const draft = structuredClone(found.document)
  const replies = requests.map((item, index) => applyRequest(call, draft, item, index))
  if (requests.length > 0) draft.revision += 1
  const { file } = found
  file.content = { kind: 'document', document: draft }
  Object.assign(file, { modifiedAt: google.clock.now(), lastModifyingUser: account.email, version: file.version + 1 })
  return respondJson(call, {
    documentId: file.id,
    replies,
    writeControl: { requiredRevisionId: formatRevision(draft) },
  })
}

/** The emulated requests. Any other key is unknown. */
const REQUESTS: Readonly<Record<string, (edit: Edit) => object>> = {
  replaceAllText: applyReplaceAllText,
  insertText: applyInsertText,
}

interface Edit {
  document: GoogleDocument
  /** The members of the request. */
  members: Members
  /** Where the request is, for messages: `requests[0].insertText`. */
  path: string
  zeroOccurrences: 'omitted' | 'written'
  fail(message: string): never
}

function applyRequest(call: DriveCallContext, document: GoogleDocument, item: Members, index: number): object {
  const fail = (message: string) => failInvalid(call.request, message)
  const keys = Object.keys(item)
  const [key = ''] = keys
  if (keys.length !== 1) return fail(`Invalid requests[${index}]: exactly one request must be set.`)
  const apply = REQUESTS[key]
  if (!apply) {
    return fail(`Invalid JSON payload received. Unknown name "${key}" at 'requests[${index}]': Cannot find field.`)
  }
  const { zeroOccurrences } = call.google.settings
  return apply({ document, members: item[key] as Members, path: `requests[${index}].${key}`, zeroOccurrences, fail })
}

/** Replaces in all tabs unless `tabsCriteria` names some. */
function applyReplaceAllText({ document, members, path, zeroOccurrences, fail }: Edit): object {
  checkMembers(members, ['containsText', 'replaceText', 'tabsCriteria'], path, fail)
  const { containsText = {}, tabsCriteria } = members as { containsText?: Members; tabsCriteria?: Members }
  checkMembers(containsText, ['text', 'matchCase', 'searchByRegex'], `${path}.containsText`, fail)
  const search = textAt(containsText, 'text', `${path}.containsText`, fail)
  if (search === '') fail(`Invalid ${path}: The contains text must not be empty.`)
  if (containsText.searchByRegex) fail(`Invalid ${path}: The sandbox does not emulate regular expressions.`)
  const replacement = {
    search,
    matchCase: containsText.matchCase === true,
    text: textAt(members, 'replaceText', path, fail),
  }
  const tabs = selectTabs(document, tabsCriteria, path, fail)
  const occurrencesChanged = tabs.reduce((sum, { text }) => sum + replaceText(text, replacement), 0)
  if (occurrencesChanged === 0 && zeroOccurrences === 'omitted') return { replaceAllText: {} }
  return { replaceAllText: { occurrencesChanged } }
}

function selectTabs(
  { tabs }: GoogleDocument,
  criteria: Members | undefined,
  path: string,
  fail: Edit['fail'],
): DocumentTab[] {
  const all = flattenTabs(tabs)
  if (criteria === undefined) return all
  checkMembers(criteria, ['tabIds'], `${path}.tabsCriteria`, fail)
  const { tabIds = [] } = criteria as { tabIds?: string[] }
  return tabIds.map((id) => all.find((tab) => tab.id === id) ?? fail(`Invalid ${path}: The tab ${id} was not found.`))
}

/** Inserts into the body of the first tab unless the location names another one. Tables and other segments are refused. */
function applyInsertText({ document, members, path, fail }: Edit): object {
  checkMembers(members, ['text', 'location', 'endOfSegmentLocation'], path, fail)
  const text = textAt(members, 'text', path, fail)
  const location = (members.location ?? members.endOfSegmentLocation) as Members | undefined
  if (!location) return fail(`Invalid ${path}: The location must be specified.`)
  checkMembers(location, members.location ? ['index', 'segmentId', 'tabId'] : ['segmentId', 'tabId'], path, fail)
  const all = flattenTabs(document.tabs)
  const tab = location.tabId === undefined ? all[0] : all.find(({ id }) => id === location.tabId)
  if (!tab) return fail(`Invalid ${path}: The tab ${location.tabId} was not found.`)
  const { body } = tab.text
  if (location.segmentId || body.some(isTable))
    return fail(`Invalid ${path}: The sandbox inserts into plain bodies only.`)
  const end = insertText(
    body.flatMap((block) => (isTable(block) ? [] : [block])),
    members.location ? Number(location.index) : 'end',
    text,
  )
  if (end !== undefined) {
    fail(`Invalid ${path}: Index ${location.index} must be less than the end index of the referenced segment, ${end}.`)
  }
  return {}
}
