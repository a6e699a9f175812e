import { Anchor, Group, Stack, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { CommonBlocksDocument } from '../../documents.ts'
import { useGraphQuery } from '../../graph/use-graph.ts'
import { toCounted } from '../../graph-picture/describe.ts'
import type { PictureLink } from '../../graph-picture/model.ts'
import { BLOCK_KINDS } from '../../text/kinds.ts'
import { countOf } from '../../text/numbers.ts'
import { BlockRow } from '../../ui/block-row.tsx'
import { Loaded } from '../../ui/states.tsx'
import { When } from '../../ui/when.tsx'
import { type GraphScope, narrow, toCommonInput, toSearchPath } from './scope.ts'

interface CommonBlocksProps {
  scope: GraphScope
  link: PictureLink | undefined
  tagIds: readonly string[]
}

const SIZE = 12

/** What two tags have in common: by kind, since when, and the items themselves. */
export function CommonBlocks({ scope, link, tagIds }: CommonBlocksProps) {
  const query = useGraphQuery(
    CommonBlocksDocument,
    { input: { ...toCommonInput(scope, tagIds), size: SIZE } },
    { topics: ['block'] },
  )
  return (
    <>
      {link && <Through link={link} />}
      <Title order={3} size="h6">
        In common
      </Title>
      <Loaded query={query}>
        {({ searchGraph, searchGraphCount }) => (
          <Stack gap={4} component="ul" p={0} m={0} style={{ listStyle: 'none' }} aria-label="In common">
            {(searchGraph ?? []).map((block) => (
              <li key={block._id}>
                <BlockRow block={block} />
              </li>
            ))}
            {(searchGraph ?? []).length === 0 && (
              <Text component="li" size="sm" c="dimmed">
                Nothing in this part of the time.
              </Text>
            )}
            {(searchGraphCount ?? 0) > SIZE && (
              <li>
                <Anchor component={Link} to={toSearchPath(narrow(scope, tagIds))} size="sm">
                  All {countOf(searchGraphCount ?? 0, 'item')}
                </Anchor>
              </li>
            )}
          </Stack>
        )}
      </Loaded>
    </>
  )
}

function Through({ link: { counts, first, last } }: { link: PictureLink }) {
  return (
    <>
      <Group gap={6}>
        {toCounted(counts).map(({ type, count }) => (
          <Text key={type} size="sm">
            {countOf(count, BLOCK_KINDS[type].singular, BLOCK_KINDS[type].plural)}
          </Text>
        ))}
      </Group>
      {first !== undefined && last !== undefined && (
        <Text size="sm" c="dimmed">
          First <When time={first} />, last <When time={last} />
        </Text>
      )}
    </>
  )
}
