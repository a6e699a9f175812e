import { ActionIcon, Button, Group, Menu, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import {
  IconArchive,
  IconArchiveOff,
  IconCloudUpload,
  IconDots,
  IconExternalLink,
  IconLink,
  IconStar,
  IconStarFilled,
  IconUserPlus,
} from '@tabler/icons-react'
import { type PaletteAction, usePaletteActions } from '../shell/palette-actions.ts'
import { BLOCK_KINDS } from '../text/kinds.ts'
import { toSafeUrl } from '../text/urls.ts'
import { useArchive } from './archive/use-archive.tsx'
import { copyBlockLink } from './copy-link.ts'
import { PublishDialog } from './publish/dialog.tsx'
import { ShareDialog } from './sharing/dialog.tsx'
import { isEditable, type ShownBlock } from './shown-block.ts'
import { useApplicationLabel } from './use-application-label.ts'
import { useFavorite } from './use-favorite.ts'

/** What can be done with a block: share, favourite, copy its link, open it at its vendor, publish, archive, restore. */
export function BlockActions({ block }: { block: ShownBlock }) {
  const kind = BLOCK_KINDS[block.blockType].singular
  const [isSharing, sharing] = useDisclosure(false)
  const [isPublishing, publishing] = useDisclosure(false)
  const favorite = useFavorite(block)
  const { archive, restore, dialog, isPending } = useArchive(block)
  const vendor = useApplicationLabel(block.application)
  const url = toSafeUrl(block.uri)

  const share: PaletteAction = { id: 'share', label: `Share this ${kind}`, icon: IconUserPlus, run: sharing.open }
  const star: PaletteAction = {
    id: 'favorite',
    label: favorite.isOn ? 'Remove from favorites' : 'Add to favorites',
    icon: favorite.isOn ? IconStarFilled : IconStar,
    run: favorite.toggle,
  }
  const more: PaletteAction[] = [
    { id: 'copy-link', label: 'Copy link', icon: IconLink, run: () => copyBlockLink(block._id) },
    ...(url
      ? [
          {
            id: 'open-vendor',
            label: `Open in ${vendor ?? 'the application it came from'}`,
            icon: IconExternalLink,
            run: () => window.open(url, '_blank', 'noopener,noreferrer'),
          },
        ]
      : []),
    ...(block.blockType === 'note' && isEditable(block)
      ? [{ id: 'publish', label: 'Publish this note …', icon: IconCloudUpload, run: publishing.open }]
      : []),
    ...(isEditable(block)
      ? [
          block.archived
            ? { id: 'restore', label: `Restore this ${kind}`, icon: IconArchiveOff, run: restore }
            : { id: 'archive', label: `Archive this ${kind}`, icon: IconArchive, run: archive },
        ]
      : []),
  ]
  usePaletteActions([share, star, ...more])
  return (
    <Group gap={6} wrap="nowrap">
      <Button
        size="sm"
        variant="default"
        leftSection={<IconUserPlus size={16} aria-hidden />}
        aria-haspopup="dialog"
        onClick={sharing.open}
      >
        Share
      </Button>
      <Tooltip label={star.label}>
        <ActionIcon
          variant="default"
          size="input-sm"
          aria-label="Favorite"
          aria-pressed={favorite.isOn}
          onClick={favorite.toggle}
        >
          {favorite.isOn ? (
            <IconStarFilled size={16} color="var(--mantine-color-yellow-6)" aria-hidden />
          ) : (
            <IconStar size={16} aria-hidden />
          )}
        </ActionIcon>
      </Tooltip>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size="input-sm" aria-label="More actions" loading={isPending}>
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {more.map(({ id, label, icon: Icon, run }) => (
            <Menu.Item key={id} leftSection={Icon && <Icon size={16} aria-hidden />} onClick={() => void run()}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <ShareDialog blockId={block._id} kind={kind} opened={isSharing} onClose={sharing.close} />
      {block.blockType === 'note' && (
        <PublishDialog noteId={block._id} opened={isPublishing} onClose={publishing.close} />
      )}
      {dialog}
    </Group>
  )
}
