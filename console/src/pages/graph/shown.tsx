import { Button, Group, Menu, SegmentedControl, Skeleton, Stack } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { type ReactNode, type RefObject, Suspense, useCallback, useMemo, useRef, useState } from 'react'
import type { Groups } from '../../graph-picture/layout/groups.ts'
import { findNeighbors, type Picture, type Target, withoutKinds } from '../../graph-picture/model.ts'
import type { PictureHandle } from '../../graph-picture/picture.tsx'
import { usePaletteActions } from '../../shell/palette-actions.ts'
import { lazyPart } from '../../ui/load-part.ts'
import { notifyFailure } from '../../ui/notify.ts'
import { toCaptions, toFileName, toJson } from './export.ts'
import { FindNode } from './find.tsx'
import { toInsights } from './insights.ts'
import { Lists } from './lists.tsx'
import classes from './panel.module.css'
import { Panel } from './panel.tsx'
import { save } from './save.ts'
import { idsOf, narrow, toLayoutKey } from './scope.ts'
import type { useAddress } from './use-address.ts'

const GraphPicture = lazyPart(() => import('../../graph-picture/picture.tsx'))

/** CSS height of the picture, with what is around it on the same screen. */
export const HEIGHT = 'max(22rem, calc(100vh - 23rem))'

type Address = ReturnType<typeof useAddress>

interface ShownProps {
  picture: Picture
  names: ReadonlyMap<string, string>
  address: Address['address']
  change: Address['change']
  /** Shown below the picture. */
  footer: ReactNode
}

/** The picture, or its lists, with what is selected beside it. */
export function Shown({ picture: whole, names, address, change, footer }: ShownProps) {
  const { hidden: hiddenKinds, selected, view } = address
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is a new one with each address
  const hidden = useMemo(() => new Set(hiddenKinds), [hiddenKinds.join()])
  const picture = useMemo(() => withoutKinds(whole, hidden), [whole, hidden])
  const neighbors = useMemo(() => findNeighbors(picture), [picture])
  const [found, setFound] = useState<{ picture: Picture; groups: Groups }>()
  const insights = useMemo(
    () => found && toInsights(found.picture, found.groups, findNeighbors(found.picture)),
    [found],
  )
  const handle = useRef<PictureHandle>(null)
  const select = useCallback((target: Target | undefined) => change({ selected: target }, { replace: true }), [change])
  const narrowTo = useCallback(
    (ids: readonly string[]) => change({ ...narrow(address, ids), selected: undefined }),
    [address, change],
  )
  const goTo = (id: string) => {
    select({ type: 'node', id })
    handle.current?.flyTo(id)
  }
  const exports = useExports({ picture, names, address, handle })
  usePaletteActions([
    { id: 'graph-json', label: 'Export the graph as JSON', icon: IconDownload, run: exports.json },
    { id: 'graph-png', label: 'Export the picture as PNG', icon: IconDownload, run: exports.png },
  ])
  return (
    <>
      <Group gap="xs" justify="space-between">
        <Group gap="xs">
          <SegmentedControl
            size="xs"
            aria-label="View"
            data={[
              { value: 'picture', label: 'Picture' },
              { value: 'list', label: 'List' },
            ]}
            value={view}
            onChange={(value) => change({ view: value === 'list' ? 'list' : 'picture' })}
          />
          <FindNode picture={picture} onFind={goTo} />
        </Group>
        <Menu>
          <Menu.Target>
            <Button variant="default" size="xs" leftSection={<IconDownload size={14} aria-hidden />}>
              Export
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item disabled={view === 'list'} onClick={exports.png}>
              PNG, as it is seen
            </Menu.Item>
            <Menu.Item onClick={exports.json}>JSON, with all numbers</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Group>
      <div className={classes.layout}>
        <Stack gap="md" miw={0}>
          {view === 'list' ? (
            <Lists picture={picture} neighbors={neighbors} onSelect={select} />
          ) : (
            <Suspense fallback={<Skeleton h={HEIGHT} />}>
              <GraphPicture
                ref={handle}
                picture={whole}
                layoutKey={toLayoutKey(address)}
                hidden={hidden}
                onHide={(kind) =>
                  change({
                    hidden: hidden.has(kind) ? hiddenKinds.filter((entry) => entry !== kind) : [...hiddenKinds, kind],
                  })
                }
                selected={selected}
                onPick={(target, isShift) => (target && isShift ? narrowTo(idsOf(target)) : select(target))}
                onGroups={(of, groups) => setFound({ picture: of, groups })}
                height={HEIGHT}
              />
            </Suspense>
          )}
          {footer}
        </Stack>
        <Panel
          picture={picture}
          neighbors={neighbors}
          insights={insights}
          scope={address}
          selected={selected}
          onSelect={select}
          onNarrow={narrowTo}
        />
      </div>
    </>
  )
}

function useExports({
  picture,
  names,
  address,
  handle,
}: Omit<ShownProps, 'change' | 'footer'> & { handle: RefObject<PictureHandle | null> }) {
  const json = () => {
    const text = toJson(address, names, picture, Date.now())
    save(new Blob([text], { type: 'application/json' }), toFileName('json', Date.now()))
  }
  const png = () => {
    const image = handle.current?.toPng(toCaptions(address, names, picture, Date.now()))
    image?.then((blob) => save(blob, toFileName('png', Date.now()))).catch(notifyFailure)
  }
  return { json, png }
}
