import type { UpsertTagInput } from '../../../../platform/client/index.ts'
import { GraphRequestError } from '../../../../platform/client/index.ts'
import type { ShownTagFragment } from '../../documents.ts'
import { COMPANY_SUBTYPE } from '../../text/kinds.ts'
import { isCompany } from '../../text/tags.ts'

/** What a tag can be, as one choice. */
export const KINDS = [
  { value: 'person', label: 'Person' },
  { value: 'company', label: 'Company' },
  { value: 'topic', label: 'Topic' },
  { value: 'location', label: 'Place' },
  { value: 'date', label: 'Date' },
] as const
export type EditedKind = (typeof KINDS)[number]['value']

/** The fields of the form as texts; several links are lines. */
export interface EditedTag {
  kind: EditedKind
  alias: string
  friendlyName: string
  email: string
  emailDomain: string
  phoneNumber: string
  url: string
  urls: string
  avatar: string
  favicon: string
  description: string
  externalId: string
}

export type EditedField = keyof EditedTag

export const EMPTY_TAG: EditedTag = {
  kind: 'person',
  alias: '',
  friendlyName: '',
  email: '',
  emailDomain: '',
  phoneNumber: '',
  url: '',
  urls: '',
  avatar: '',
  favicon: '',
  description: '',
  externalId: '',
}

export function toEdited(tag: ShownTagFragment): EditedTag {
  return {
    kind: isCompany(tag) ? 'company' : tag.tagType,
    alias: tag.alias,
    friendlyName: tag.friendlyName ?? '',
    email: tag.email ?? '',
    emailDomain: tag.emailDomain ?? '',
    phoneNumber: tag.phoneNumber ?? '',
    url: tag.url ?? '',
    urls: tag.urls.join('\n'),
    avatar: tag.avatar ?? '',
    favicon: tag.favicon ?? '',
    description: tag.description ?? '',
    externalId: tag.externalId ?? '',
  }
}

/** The fields that differ, for upsertOneTag: what is not sent stays as it is, and an empty field is cleared. */
export function toChanges(edited: EditedTag, original: EditedTag): Omit<UpsertTagInput, '_id'> {
  const changes: Record<string, unknown> = {}
  for (const [name, text] of Object.entries(edited)) {
    if (name === 'kind' || text === original[name as EditedField]) continue
    changes[name] = name === 'urls' ? toLines(text) : text.trim() === '' ? null : text.trim()
  }
  return { ...changes, ...(edited.kind === original.kind ? {} : toTagType(edited.kind)) }
}

/** The input of a new tag. */
export function toNewTag(edited: EditedTag): UpsertTagInput {
  return { ...toChanges({ ...edited, kind: EMPTY_TAG.kind }, EMPTY_TAG), ...toTagType(edited.kind) }
}

function toTagType(kind: EditedKind): Pick<UpsertTagInput, 'tagType' | 'tagSubType'> {
  return kind === 'company' ? { tagType: 'topic', tagSubType: COMPANY_SUBTYPE } : { tagType: kind, tagSubType: null }
}

function toLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** What is wrong, at which field; without a field it concerns the whole form. */
export interface FieldProblem {
  field: EditedField | undefined
  message: string
}

/** What the fields are called. */
export const LABELS: Readonly<Record<EditedField, string>> = {
  kind: 'Kind',
  alias: 'Name',
  friendlyName: 'Full name',
  email: 'Email',
  emailDomain: 'Domain',
  phoneNumber: 'Phone',
  url: 'Website',
  urls: 'Other links',
  avatar: 'Picture',
  favicon: 'Icon',
  description: 'Description',
  externalId: 'Own number or id',
}

/** What upsertOneTag refuses, in words of the form. Undefined if the error says nothing about the fields. */
export function problemOf(error: unknown, edited: EditedTag): FieldProblem | undefined {
  if (!(error instanceof GraphRequestError)) return undefined
  if (error.code === 'CONFLICT') return toConflict(error.message, edited)
  if (error.code !== 'BAD_USER_INPUT') return undefined
  const argument = String(error.errors[0]?.extensions.argument ?? '')
  const reason = error.message.replace(`${argument}: `, '')
  const field = toField(argument)
  return { field, message: field === undefined ? error.message : `${LABELS[field]} ${reason}` }
}

/** The field of an argument such as `input.email` and `input.urls[2]`. */
function toField(argument: string): EditedField | undefined {
  const name = argument.replace(/^input\./, '').replace(/[.[].*$/, '')
  if (name === 'tagType' || name === 'tagSubType') return 'kind'
  return Object.hasOwn(EMPTY_TAG, name) ? (name as EditedField) : undefined
}

function toConflict(message: string, { kind }: EditedTag): FieldProblem {
  if (/your own tag/i.test(message)) return { field: 'email', message }
  return kind === 'person'
    ? { field: 'email', message: 'Another person of yours has this address. Open them instead.' }
    : { field: 'emailDomain', message: 'Another company of yours has this domain. Open it instead.' }
}

/** Whether another tag has the address or domain that was entered. */
export function isTaken(error: unknown): boolean {
  return error instanceof GraphRequestError && error.code === 'CONFLICT' && !/your own tag/i.test(error.message)
}
