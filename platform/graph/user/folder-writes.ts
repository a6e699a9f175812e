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
    _id: t.string({ description: 'Absent: a new folder.' }),
    name: t.string(),
    alias: t.string({ description: 'Another name of name.' }),
    title: t.string({ description: 'Another name of name.' }),
    description: t.string(),
    icon: t.string(),
    color: t.string(),
    parentId: t.string({ description: 'The folder it is to lie in; null: none.' }),
    position: t.int({ description: 'Its place among those beside it; a new one is the last unless given.' }),
    favorite: t.boolean(),
  }),
})
type Input = typeof UpsertFolderInput.$inferInput

builder.mutationField('upsertOneFolder', (t) =>
  t.field({
    type: Folder,
    description: 'Creates a folder, or writes what is sent of one.',
    args: { input: t.arg({ type: UpsertFolderInput, required: true }) },
    resolve: async (_root, { input }, context) => {
      const fields = fieldsOf(input)
      const id = await withMutation(context, async (mutation) => {
        const parent = input.parentId === undefined ? {} : await parentOf(mutation, input)
        return write(mutation, input._id, { ...fields, ...parent })
      })
      return loadFolder(context, id)
    },
  }),
)

/** Answers the folder's id. */
async function write(mutation: Mutation, given: string | null | undefined, fields: FolderFields): Promise<string> {
  if (given != null) {
    const id = parseId(given, FOLDER)
    if (!(await updateFolder(mutation, id, fields))) throw notFound(FOLDER)
    return id
  }
  const { name } = fields
  if (name === undefined) throw badInput('input.name', 'is required for a new folder.')
  return createFolder(mutation, { ...fields, name })
}

/** What was sent. Throws BAD_USER_INPUT. */
function fieldsOf(input: Input): FolderFields {
  const { description, icon, color, position, favorite } = input
  const name = input.name ?? input.alias ?? input.title
  const wasNamed = [input.name, input.alias, input.title].some((given) => given !== undefined)
  if (position != null && (position < 0 || position > MAX_POSITION)) {
    throw badInput('input.position', 'must not be negative.')
  }
  return {
    ...(wasNamed ? { name: nameOf(name ?? '') } : {}),
    ...(description === undefined ? {} : { description: textOf('description', description, MAX_TEXT_LENGTH) }),
    ...(icon === undefined ? {} : { icon: textOf('icon', icon, MAX_NAME_LENGTH) }),
    ...(color === undefined ? {} : { color: textOf('color', color, MAX_NAME_LENGTH) }),
    ...(position == null ? {} : { position }),
    ...(favorite == null ? {} : { favorite }),
  }
}

function nameOf(given: string): string {
  const name = textOf('name', given, MAX_NAME_LENGTH)
  if (name === null) throw badInput('input.name', 'must not be empty.')
  return name
}

/** Blank text is none. */
function textOf(name: string, given: string | null, longest: number): string | null {
  const text = (given ?? '').trim()
  if (text.length > longest) throw badInput(`input.${name}`, `may have at most ${longest} characters.`)
  return text === '' ? null : text
}

/** The folder that is to be lain in. Throws NOT_FOUND, and BAD_USER_INPUT where a folder would lie in itself. */
async function parentOf(mutation: Mutation, { _id, parentId }: Input): Promise<FolderFields> {
  if (parentId == null) return { parent_id: null }
  const folders = await lockFolders(mutation)
  const id = parseId(parentId, 'The parent folder')
  if (!folders.has(id)) throw notFound('The parent folder')
  if (_id != null && isInside(folders, id, _id.toLowerCase())) {
    throw badInput('input.parentId', 'a folder cannot lie in itself or in one that lies in it.')
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
    archive: t.boolean({ description: 'True unless given; false restores.' }),
  }),
})

builder.mutationField('archiveOneFolder', (t) =>
  t.field({
    type: ArchivedFolder,
    description: 'Hides a folder from lists, or shows it again. Its tags and the folders in it stay as they are.',
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
