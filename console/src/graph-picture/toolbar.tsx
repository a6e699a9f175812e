import { ActionIcon, Tooltip } from '@mantine/core'
import {
  IconArrowsMaximize,
  IconArrowsMinimize,
  IconFocusCentered,
  IconMinus,
  IconPlus,
  type TablerIcon,
} from '@tabler/icons-react'
import type { Stage } from './drawing/stage.ts'

interface ToolbarProps {
  stage: () => Stage | undefined
  isFullscreen: boolean
  onFullscreen: () => void
}

/** Buttons that move the camera. */
export function Toolbar({ stage, isFullscreen, onFullscreen }: ToolbarProps) {
  return (
    <ActionIcon.Group orientation="vertical">
      <Tool icon={IconPlus} label="Zoom in" onClick={() => stage()?.zoom('in')} />
      <Tool icon={IconMinus} label="Zoom out" onClick={() => stage()?.zoom('out')} />
      <Tool icon={IconFocusCentered} label="Show everything" onClick={() => stage()?.fit()} />
      <Tool
        icon={isFullscreen ? IconArrowsMinimize : IconArrowsMaximize}
        label={isFullscreen ? 'Leave full screen' : 'Full screen'}
        onClick={onFullscreen}
      />
    </ActionIcon.Group>
  )
}

function Tool({ icon: Icon, label, onClick }: { icon: TablerIcon; label: string; onClick: () => void }) {
  return (
    <Tooltip label={label} position="left">
      <ActionIcon variant="default" size="lg" aria-label={label} onClick={onClick}>
        <Icon size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
