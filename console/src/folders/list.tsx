import { type KeyboardEvent, useRef } from 'react'
import { Link } from 'react-router'
import classes from './page.module.css'
import { FolderSign } from './sign.tsx'
import { toTree } from './tree.ts'
import type { Folder } from './use-folders.ts'

interface FolderListProps {
  folders: readonly Folder[]
  /** The id of the folder that is open. */
  current: string | undefined
}

const MAX_INDENT = 6

/** Folders, each below the one it is in. The arrow keys move between them. */
export function FolderList({ folders, current }: FolderListProps) {
  const list = useRef<HTMLElement>(null)
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    const links = [...(list.current?.querySelectorAll<HTMLElement>('a') ?? [])]
    const next = links[links.indexOf(event.target as HTMLElement) + step]
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  return (
    <nav aria-label="Folders" ref={list} onKeyDown={move}>
      {toTree(folders).map(({ folder, depth }) => (
        <Link
          key={folder._id}
          to={`/folders?folder=${folder._id}`}
          className={classes.item}
          style={{ marginInlineStart: Math.min(depth, MAX_INDENT) * 16 }}
          {...(folder._id === current ? { 'aria-current': 'page' as const } : {})}
        >
          <FolderSign color={folder.color} />
          <span className={classes.name}>
            <bdi>{folder.name}</bdi>
          </span>
          <span className={classes.count}>{folder.tagCount}</span>
        </Link>
      ))}
    </nav>
  )
}
