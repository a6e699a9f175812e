import { ActionIcon } from '@mantine/core'
import { IconStar, IconStarFilled } from '@tabler/icons-react'
import { FavoriteTagDocument } from '../../documents.ts'
import { useGraphMutation } from '../../graph/use-graph.ts'
import { notifyFailure } from '../../ui/notify.ts'

interface FavoriteButtonProps {
  tag: { _id: string; alias: string; favorite: boolean | null }
  size?: number
}

/** Marks a tag as a favourite of the person, or drops it. It is shown at once. */
export function FavoriteButton({ tag, size = 16 }: FavoriteButtonProps) {
  const change = useGraphMutation(FavoriteTagDocument, { topics: ['tag'] })
  const favorite = change.isPending ? change.variables.favorite : tag.favorite === true
  const Icon = favorite ? IconStarFilled : IconStar
  return (
    <ActionIcon
      variant="subtle"
      color={favorite ? 'yellow' : 'gray'}
      size={size + 10}
      aria-pressed={favorite}
      aria-label={`Favourite: ${tag.alias}`}
      onClick={() => change.mutate({ id: tag._id, favorite: !favorite }, { onError: notifyFailure })}
    >
      <Icon size={size} aria-hidden />
    </ActionIcon>
  )
}
