/** What the tree is made from. */
export interface TreeFolder {
  _id: string
  name: string
  parentId: string | null
}

/** A folder at its place in the tree. */
export interface PlacedFolder<Folder> {
  folder: Folder
  /** 0 for folders at the top. */
  depth: number
}

/**
 * Lists folders with each one's subfolders after it, in the order given. A folder whose parent is not among them is at the
 * top, such as one whose parent is archived.
 */
export function toTree<Folder extends TreeFolder>(folders: readonly Folder[]): PlacedFolder<Folder>[] {
  const ids = new Set(folders.map(({ _id }) => _id))
  const children = Map.groupBy(folders, ({ parentId }) => (parentId !== null && ids.has(parentId) ? parentId : ''))
  const placed: PlacedFolder<Folder>[] = []
  const seen = new Set<string>()
  const place = (parentId: string, depth: number) => {
    for (const folder of children.get(parentId) ?? []) {
      if (seen.has(folder._id)) continue
      seen.add(folder._id)
      placed.push({ folder, depth })
      place(folder._id, depth + 1)
    }
  }
  place('', 0)
  return placed
}

/** The ids of everything in a folder, at any depth, without its own. */
export function idsWithin(folders: readonly TreeFolder[], folderId: string): string[] {
  const within = new Set<string>()
  const collect = (parentId: string) => {
    for (const { _id, parentId: parent } of folders) {
      if (parent !== parentId || _id === folderId || within.has(_id)) continue
      within.add(_id)
      collect(_id)
    }
  }
  collect(folderId)
  return [...within]
}

/** The folders that a folder can be moved into: all but itself and those in it. */
export function possibleParents<Folder extends TreeFolder>(
  folders: readonly Folder[],
  folderId: string | undefined,
): PlacedFolder<Folder>[] {
  const excluded = folderId === undefined ? [] : [folderId, ...idsWithin(folders, folderId)]
  return toTree(folders.filter(({ _id }) => !excluded.includes(_id)))
}

/** Chooses a folder together with those in it, or drops all of them if it was chosen. */
export function toggleWithin(
  folders: readonly TreeFolder[],
  chosen: readonly string[],
  folderId: string,
): readonly string[] {
  const affected = [folderId, ...idsWithin(folders, folderId)]
  if (chosen.includes(folderId)) return chosen.filter((id) => !affected.includes(id))
  return [...new Set([...chosen, ...affected])]
}

/** The folders whose name or a parent's name contains a text, with their parents, so that the tree stays whole. */
export function filterTree<Folder extends TreeFolder>(folders: readonly Folder[], text: string): Folder[] {
  const search = text.trim().toLocaleLowerCase()
  if (search === '') return [...folders]
  const byId = new Map(folders.map((folder) => [folder._id, folder]))
  const shown = new Set<string>()
  for (const folder of folders) {
    if (!folder.name.toLocaleLowerCase().includes(search)) continue
    for (const id of idsWithin(folders, folder._id)) shown.add(id)
    let current: Folder | undefined = folder
    while (current && !shown.has(current._id)) {
      shown.add(current._id)
      current = current.parentId === null ? undefined : byId.get(current.parentId)
    }
  }
  return folders.filter(({ _id }) => shown.has(_id))
}
