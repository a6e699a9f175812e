import { Box, Text } from '@mantine/core'
import { useElementSize, useFullscreenElement, useMergedRef } from '@mantine/hooks'
import { type Ref, useCallback, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { describePicture } from './describe.ts'
import { toPng } from './drawing/image.ts'
import type { Groups } from './layout/groups.ts'
import { Legend } from './legend.tsx'
import { findNeighbors, type NodeKind, type Picture, type Position, type Target, withoutKinds } from './model.ts'
import classes from './picture.module.css'
import { Tip } from './tip.tsx'
import { Toolbar } from './toolbar.tsx'
import { hasWebGl, useStage } from './use-stage.ts'

export interface PictureHandle {
  /** Moves the camera to a node and highlights it. */
  flyTo: (id: string) => void
  /** What is seen, with these lines above it, as a PNG. */
  toPng: (captions: readonly string[]) => Promise<Blob>
}

export interface GraphPictureProps {
  picture: Picture
  /** With another one the layout begins anew; otherwise what is shown stays where it is. */
  layoutKey: string
  /** What the picture shows, for those who do not see it. Default: its size and its largest nodes. */
  description?: string
  hidden: ReadonlySet<NodeKind>
  onHide: (kind: NodeKind) => void
  selected?: Target | undefined
  onPick: (target: Target | undefined, isShift: boolean) => void
  /** Called when it is known which nodes of the picture, without the hidden ones, belong together. */
  onGroups?: (picture: Picture, groups: Groups) => void
  /** CSS height. */
  height: number | string
  ref?: Ref<PictureHandle>
}

const FALLBACK =
  'This browser cannot draw the picture, because WebGL is switched off or missing. The list has the same content.'

/** A graph as a picture that can be moved, zoomed and clicked. Loaded lazily, because of the library that draws it. */
export default function GraphPicture(props: GraphPictureProps) {
  const [canDraw] = useState(hasWebGl)
  if (canDraw) return <Drawn {...props} />
  return (
    <Text role="status" c="dimmed" p="md">
      {FALLBACK}
    </Text>
  )
}

function Drawn(props: GraphPictureProps) {
  const { picture: whole, layoutKey, description, hidden, onHide, selected, onPick, onGroups, height, ref } = props
  const picture = useMemo(() => withoutKinds(whole, hidden), [whole, hidden])
  const neighbors = useMemo(() => findNeighbors(picture), [picture])
  const [pointed, setPointed] = useState<{ target: Target; point: Position }>()
  const container = useRef<HTMLDivElement>(null)
  const { ref: sizeRef, width, height: shownHeight } = useElementSize<HTMLDivElement>()
  const fullscreen = useFullscreenElement()
  const frame = useMergedRef(sizeRef, fullscreen.ref)
  const onPoint = useCallback(
    (target: Target | undefined, point: Position) => setPointed(target && { target, point }),
    [],
  )
  const { stage, isSettled, theme } = useStage(container, {
    picture,
    layoutKey,
    selected,
    onPoint,
    onPick,
    onGroups,
  })

  useImperativeHandle(ref, () => ({
    flyTo: (id) => stage?.flyTo(id),
    toPng: async (captions) => {
      if (!stage || !theme.current) throw new Error('The picture is not shown yet.')
      return toPng({ picture, view: stage.view, theme: theme.current, size: stage.size, captions })
    },
  }))

  return (
    <Box ref={frame} className={classes.frame} h={height} data-settled={isSettled || undefined}>
      <div ref={container} className={classes.stage} role="img" aria-label={description ?? describePicture(picture)} />
      <div className={classes.toolbar}>
        <Toolbar
          stage={() => stage}
          isFullscreen={fullscreen.fullscreen}
          onFullscreen={() => void fullscreen.toggle().catch(() => undefined)}
        />
      </div>
      <div className={classes.legend}>
        <Legend picture={whole} hidden={hidden} onToggle={onHide} />
      </div>
      {pointed && <Tip picture={picture} neighbors={neighbors} {...pointed} size={{ width, height: shownHeight }} />}
    </Box>
  )
}
