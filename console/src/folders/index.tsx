import { Button } from '@mantine/core'
import { IconFolderPlus, IconFolders } from '@tabler/icons-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { usePaletteActions } from '../shell/palette-actions.ts'
import { Page } from '../ui/page.tsx'
import { Empty, Loaded, Loading } from '../ui/states.tsx'
import { FolderContents } from './contents.tsx'
import { FolderForm } from './form.tsx'
import { FolderList } from './list.tsx'
import classes from './page.module.css'
import { toTree } from './tree.ts'
import { type Folder, useFolders } from './use-folders.ts'

/** What the dialog is open for. */
interface Editing {
  folder?: Folder
  parentId?: string
}

/** The person's folders: groups of people, companies and topics. */
export default function FoldersPage() {
  const [params, setParams] = useSearchParams()
  const [editing, setEditing] = useState<Editing | undefined>(params.has('new') ? {} : undefined)
  const query = useFolders()
  const folders = query.folders ?? []
  const chosen = folders.find(({ _id }) => _id === params.get('folder')) ?? toTree(folders)[0]?.folder
  const create = () => setEditing({})
  const close = () => {
    setEditing(undefined)
    if (params.has('new')) setParams(chosen ? { folder: chosen._id } : {}, { replace: true })
  }
  usePaletteActions([
    { id: 'new-folder', label: 'New folder', icon: IconFolderPlus, run: create },
    ...(chosen
      ? [{ id: 'change-folder', label: `Change folder “${chosen.name}”`, run: () => setEditing({ folder: chosen }) }]
      : []),
  ])
  return (
    <Page
      title="Folders"
      description="Groups of people, companies and topics. Lists and searches can be narrowed to them."
      actions={
        <Button size="xs" leftSection={<IconFolderPlus size={14} aria-hidden />} onClick={create}>
          New folder
        </Button>
      }
    >
      <Loaded query={query} loading={<Loading lines={6} height={28} />}>
        {() =>
          chosen ? (
            <div className={classes.columns}>
              <FolderList folders={folders} current={chosen._id} />
              <FolderContents
                key={chosen._id}
                folder={chosen}
                onEdit={() => setEditing({ folder: chosen })}
                onNewWithin={() => setEditing({ parentId: chosen._id })}
                onArchived={() => setParams({}, { replace: true })}
              />
            </div>
          ) : (
            <Empty
              icon={IconFolders}
              title="No folders yet"
              actions={<Button onClick={create}>Create a folder</Button>}
            >
              Group the people and companies of a project or a region, then look at what concerns them alone.
            </Empty>
          )
        }
      </Loaded>
      <FolderForm
        opened={editing !== undefined}
        folder={editing?.folder}
        parentId={editing?.parentId}
        folders={folders}
        onClose={close}
        onSaved={(folder) => setParams({ folder })}
      />
    </Page>
  )
}
