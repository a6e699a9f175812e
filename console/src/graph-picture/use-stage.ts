import { useComputedColorScheme } from '@mantine/core'
import { useReducedMotion } from '@mantine/hooks'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Stage } from './drawing/stage.ts'
import { type PictureTheme, readTheme } from './drawing/theme.ts'
import type { Groups } from './layout/groups.ts'
import { runLayout, toLayoutOrder } from './layout/run.ts'
import { startFrom } from './layout/seed.ts'
import type { Picture, Position, Target } from './model.ts'

export interface StageInput {
  picture: Picture
  /** With another one the layout begins anew; otherwise what is shown stays where it is. */
  layoutKey: string
  selected: Target | undefined
  onPoint: (target: Target | undefined, point: Position) => void
  onPick: (target: Target | undefined, isShift: boolean) => void
  /** Called when it is known which nodes of a picture belong together. */
  onGroups?: ((picture: Picture, groups: Groups) => void) | undefined
}

/** Creates the stage in an element and keeps showing the picture on it. `isSettled` says that the nodes stand still. */
export function useStage(container: RefObject<HTMLDivElement | null>, input: StageInput) {
  const { picture, layoutKey, selected } = input
  const scheme = useComputedColorScheme('light')
  const isMotionReduced = useReducedMotion()
  const [stage, setStage] = useState<Stage>()
  const [isSettled, setSettled] = useState(false)
  const latest = useRef(input)
  latest.current = input
  const theme = useRef<PictureTheme>(undefined)
  const shownKey = useRef<string>(undefined)

  useEffect(() => {
    const element = container.current
    if (!element) return
    theme.current = readTheme(element, 'light')
    const created = new Stage(element, {
      theme: theme.current,
      isMotionReduced,
      onPoint: (target, point) => latest.current.onPoint(target, point),
      onPick: (target, isShift) => latest.current.onPick(target, isShift),
    })
    setStage(created)
    return () => {
      shownKey.current = undefined
      setStage(undefined)
      created.dispose()
    }
  }, [container, isMotionReduced])

  useEffect(() => {
    if (!stage) return
    // A layout that was interrupted, because something arrived meanwhile, begins again.
    const isNew = shownKey.current !== layoutKey
    const start = startFrom(picture, isNew ? new Map() : stage.positions)
    if (isNew) stage.releaseFrame()
    stage.show(picture, start.positions)
    setSettled(false)
    let last: Float32Array | undefined
    return runLayout(toLayoutOrder(picture, start), (report) => {
      if (report.type === 'groups') latest.current.onGroups?.(picture, report.groups)
      if (report.type === 'positions') {
        last = report.positions
        if (!isMotionReduced) stage.move(last)
      }
      if (report.type !== 'settled') return
      if (isMotionReduced && last) stage.move(last)
      if (isNew) stage.holdFrame()
      setSettled(true)
    })
  }, [stage, picture, layoutKey, isMotionReduced])

  useEffect(() => {
    if (!stage || !container.current) return
    theme.current = readTheme(container.current, scheme)
    stage.recolor(theme.current)
  }, [stage, scheme, container])

  useEffect(() => stage?.select(selected), [stage, selected])
  return { stage, isSettled, theme }
}

/** Known from the first picture on: finding out takes longer than drawing one. */
let isWebGlThere: boolean | undefined

/** Whether this browser can draw the picture. */
export function hasWebGl(): boolean {
  isWebGlThere ??= findWebGl()
  return isWebGlThere
}

function findWebGl(): boolean {
  const context = document.createElement('canvas').getContext('webgl2')
  context?.getExtension('WEBGL_lose_context')?.loseContext()
  return context !== null
}
