import { IconFolderFilled } from '@tabler/icons-react'
import { toThemeColor } from './colors.ts'

/** The sign of a folder, in its colour. */
export function FolderSign({ color, size = 16 }: { color: string | null | undefined; size?: number }) {
  const name = toThemeColor(color)
  return (
    <IconFolderFilled
      size={size}
      aria-hidden
      style={{
        flex: 'none',
        color: `light-dark(var(--mantine-color-${name}-6), var(--mantine-color-${name}-4))`,
      }}
    />
  )
}
