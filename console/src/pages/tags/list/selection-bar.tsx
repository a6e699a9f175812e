import { Button, Group, Paper, Text } from '@mantine/core'
import { IconStar, IconStarOff, IconX } from '@tabler/icons-react'
import { FavoriteTagDocument, type ListedTagFragment } from '../../../documents.ts'
import { AddToFolder } from '../../../folders/add-to.tsx'
import { useGraphMutation } from '../../../graph/use-graph.ts'
import { formatNumber } from '../../../text/numbers.ts'
import { notifyFailure } from '../../../ui/notify.ts'

interface SelectionBarProps {
  tags: readonly ListedTagFragment[]
  onClear: () => void
}

/** What can be done with the tags that are selected in a list. */
export function SelectionBar({ tags, onClear }: SelectionBarProps) {
  const change = useGraphMutation(FavoriteTagDocument, { topics: ['tag'] })
  const areFavorites = tags.every(({ favorite }) => favorite)
  const toggleAll = () =>
    Promise.all(
      tags
        .filter(({ favorite }) => (favorite ?? false) === areFavorites)
        .map(({ _id }) => change.mutateAsync({ id: _id, favorite: !areFavorites })),
    ).catch(notifyFailure)
  return (
    <Paper withBorder px="sm" py={6} pos="sticky" top={60} style={{ zIndex: 5 }} role="region" aria-label="Selection">
      <Group gap="xs">
        <Text size="sm" fw={500} role="status">
          {formatNumber(tags.length)} selected
        </Text>
        <AddToFolder tagIds={tags.map(({ _id }) => _id)} />
        <Button
          size="xs"
          variant="default"
          loading={change.isPending}
          leftSection={areFavorites ? <IconStarOff size={14} aria-hidden /> : <IconStar size={14} aria-hidden />}
          onClick={() => void toggleAll()}
        >
          {areFavorites ? 'Remove from favourites' : 'Add to favourites'}
        </Button>
        <Button size="xs" variant="subtle" ml="auto" leftSection={<IconX size={14} aria-hidden />} onClick={onClear}>
          Clear selection
        </Button>
      </Group>
    </Paper>
  )
}
