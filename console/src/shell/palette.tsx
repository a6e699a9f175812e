import { useHotkeys } from '@mantine/hooks'
import { Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { PartBoundary } from '../ui/boundary.tsx'
import { lazyPart, loadAhead } from '../ui/load-part.ts'
import type { Creation } from './palette-commands.ts'

const load = () => import('./palette-dialog.tsx')
const PaletteDialog = lazyPart(load)
const NewNote = lazyPart(() => import('../editing/new-note.tsx').then(({ NewNote: Dialog }) => ({ default: Dialog })))
const NewTask = lazyPart(() => import('../editing/new-task.tsx').then(({ NewTask: Dialog }) => ({ default: Dialog })))
const NewThread = lazyPart(() =>
  import('../editing/new-thread.tsx').then(({ NewThread: Dialog }) => ({ default: Dialog })),
)

const DIALOGS = { note: NewNote, task: NewTask, thread: NewThread } as const

/** By then the first page is there, and nothing is loaded (ms). */
const IDLE_MS = 2_000

/** The palette of this window, which anything can open. */
const opening = new EventTarget()

export function openPalette(): void {
  opening.dispatchEvent(new Event('open'))
}

/** Loads the palette before it is opened. */
export function loadPalette(): void {
  loadAhead(load)
}

/** The command palette, opened with mod+K: every page and action, and everything in the graph, by name. */
export function Palette() {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const [creation, setCreation] = useState<Creation>()
  const before = useRef<Element | null>(null)
  const chosen = useRef<() => unknown>(undefined)

  const open = useCallback(() => {
    before.current = document.activeElement
    setWasOpened(true)
    setOpen(true)
  }, [])
  useEffect(() => {
    opening.addEventListener('open', open)
    return () => opening.removeEventListener('open', open)
  }, [open])
  useHotkeys([['mod+K', () => (isOpen ? setOpen(false) : open())]], [])

  // The focus goes back first, so that dialogs return it to the same place, and new pages take it.
  useEffect(() => {
    if (isOpen) return
    if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true })
    const run = chosen.current
    chosen.current = undefined
    run?.()
  }, [isOpen])

  // What is typed right after the first mod+K is not lost.
  useEffect(() => {
    const timer = setTimeout(loadPalette, IDLE_MS)
    return () => clearTimeout(timer)
  }, [])

  const close = (run?: () => unknown) => {
    chosen.current = run
    setOpen(false)
  }
  const create = (kind: Creation) => {
    before.current = document.activeElement
    setCreation(kind)
  }
  const endCreation = () => {
    setCreation(undefined)
    const previous = before.current
    // What was created may have been opened; its page has the focus then.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body && previous instanceof HTMLElement) previous.focus()
    })
  }
  const Dialog = creation && DIALOGS[creation]
  return (
    <PartBoundary>
      <Suspense>{wasOpened && <PaletteDialog opened={isOpen} onClose={close} create={create} />}</Suspense>
      <Suspense>{Dialog && <Dialog opened onClose={endCreation} />}</Suspense>
    </PartBoundary>
  )
}
