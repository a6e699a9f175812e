import { omitUndefined } from '../../../src/runtime/omit.ts'
import type { Mutation } from '../../storage/graph/access/mutation.ts'
import {
  createFolder,
  type FolderFields,
  isInside,
  lockFolders,
  updateFolder,
} from '../../storage/graph/user/folder-writes.ts'
import { parseId } from '../arguments/ids.ts'
import { builder } from '../builder.ts'
import { badInput, notFound } from '../errors.ts'
import { withMutation } from '../with-mutation.ts'
import { FOLDER, Folder, loadFolder } from './folder.ts'

const MAX_NAME_LENGTH = 200
const MAX_TEXT_LENGTH = 5_000
const MAX_POSITION = 2_147_483_647

const UpsertFolderInput = builder.inputType('UpsertFolderInput', {
  fields: (t) => ({
    _id: t.string({ description: 'Omit to create a folder.' }),
    name: t.string(),
    alias: t.string({ description: 'Alias of name.' }),
    title: t.string({ description: 'Alias of name.' }),
    description: t.string(),
    icon: t.string(),
    color: t.string(),
    parentId: t.string({ description: 'The parent folder; null for a top-level folder.' }),
    position: t.int({ description: 'The position among its siblings. A new folder is last by default.' }),
    favorite: t.boolean(),
  }),
})
type Input = typeof UpsertFolderInput.$inferInput

builder.mutationField('upsertOneFolder', (t) =>
  t.field({
    type: Folder,
    description: 'Creates a folder, or changes the fields that are given.',
    args: { input: t.arg({ type: UpsertFolderInput, required: true }) },
    resolve: async (_root, { input }, context) => {
      const fields = parseFields(input)
      const id = await withMutation(context, async (mutation) => {
        const parent = input.parentId === undefined ? {} : await parseParent(mutation, input)
        return write(mutation, input._id, { ...fields, ...parent })
      })
      return loadFolder(context, id)
    },
  }),
)

/** Creates or updates a folder and returns its id. */
async function write(mutation: Mutation, folderId: string | null | undefined, fields: FolderFields): Promise<string> {
  if (folderId != null) {
    const id = parseId(folderId, FOLDER)
    if (!(await updateFolder(mutation, id, fields))) throw notFound(FOLDER)
    return id
  }
  const { name } = fields
  if (name === undefined) throw badInput('input.name', 'is required for a new folder.')
  return createFolder(mutation, { ...fields, name })
}

/** Parses the fields that were sent. Throws BAD_USER_INPUT. */
function parseFields(input: Input): FolderFields {
  const { description, icon, color, position, favorite } = input
  const name = input.name ?? input.alias ?? input.title
  const hasName = [input.name, input.alias, input.title].some((alias) => alias !== undefined)
  if (position != null && (position < 0 || position > MAX_POSITION)) {
    throw badInput('input.position', 'must not be negative.')
  }
  return omitUndefined({
    name: hasName ? parseName(name ?? '') : undefined,
    description: description === undefined ? undefined : parseText('description', description, MAX_TEXT_LENGTH),
    icon: icon === undefined ? undefined : parseText('icon', icon, MAX_NAME_LENGTH),
    color: color === undefined ? undefined : parseText('color', color, MAX_NAME_LENGTH),
    position: position ?? undefined,
    favorite: favorite ?? undefined,
  })
}

function parseName(text: string): string {
  const name = parseText('name', text, MAX_NAME_LENGTH)
  if (name === null) throw badInput('input.name', 'must not be empty.')
  return name
}

/** Trims a text; null for blank text. Throws BAD_USER_INPUT. */
function parseText(name: string, value: string | null, maxLength: number): string | null {
  const text = (value ?? '').trim()
  if (text.length > maxLength) throw badInput(`input.${name}`, `may have at most ${maxLength} characters.`)
  return text === '' ? null : text
}

/** The column of the parent folder. Throws NOT_FOUND, and BAD_USER_INPUT if a folder would contain itself. */
async function parseParent(mutation: Mutation, { _id, parentId }: Input): Promise<FolderFields> {
  if (parentId == null) return { parent_id: null }
  const folders = await lockFolders(mutation)
  const id = parseId(parentId, 'The parent folder')
  if (!folders.has(id)) throw notFound('The parent folder')
  if (_id != null && isInside(folders, id, _id.toLowerCase())) {
    throw badInput('input.parentId', 'a folder cannot be moved into itself or one of its descendants.')
  }
  return { parent_id: id }
}

const ArchivedFolder = builder.objectRef<{ id: string; archived: boolean }>('ArchivedFolder').implement({
  fields: (t) => ({
    _id: t.exposeID('id', { nullable: false }),
    archived: t.exposeBoolean('archived', { nullable: false }),
  }),
})

const ArchiveFolderInput = builder.inputType('ArchiveFolderInput', {
  fields: (t) => ({
    _id: t.string({ required: true }),
    archive: t.boolean({ description: 'False restores the folder. Defaults to true.' }),
  }),
})

builder.mutationField('archiveOneFolder', (t) =>
  t.field({
    type: ArchivedFolder,
    description: 'Hides a folder from lists, or restores it. Its tags and subfolders are not changed.',
    args: { input: t.arg({ type: ArchiveFolderInput, required: true }) },
    resolve: (_root, { input }, context) => {
      const archived = input.archive ?? true
      return withMutation(context, async (mutation) => ({
        id: await write(mutation, input._id, { archived } as FolderFields),
        archived,
      }))
    },
  }),
)
