import { Alert, Button, Group, Menu, SegmentedControl, Skeleton, Stack } from '@mantine/core'
import { IconDownload, IconTopologyStar3 } from '@tabler/icons-react'
import { lazy, type ReactNode, type RefObject, Suspense, useCallback, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Groups } from '../../graph-picture/layout/groups.ts'
import { findNeighbors, type Picture, type Target, withoutKinds } from '../../graph-picture/model.ts'
import type { PictureHandle } from '../../graph-picture/picture.tsx'
import { usePaletteActions } from '../../shell/palette-actions.ts'
import { countOf } from '../../text/numbers.ts'
import { notifyFailure } from '../../ui/notify.ts'
import { Page } from '../../ui/page.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { toCaptions, toFileName, toJson } from './export.ts'
import { FindNode } from './find.tsx'
import { toInsights } from './insights.ts'
import { describeOmissions } from './knowledge.ts'
import { Lists } from './lists.tsx'
import classes from './panel.module.css'
import { Panel } from './panel.tsx'
import { save } from './save.ts'
import { idsOf, isWhole, NO_SCOPE, narrow, toLayoutKey } from './scope.ts'
import { ScopeBar } from './scope-bar.tsx'
import { TimeBar } from './time-bar.tsx'
import { useAddress } from './use-address.ts'
import { useKnowledge, useScopeNames } from './use-knowledge.ts'

const GraphPicture = lazy(() => import('../../graph-picture/picture.tsx'))
const HEIGHT = 'max(22rem, calc(100vh - 23rem))'

/** Who knows whom, through what and since when: the tags of a scope and what links them, as a picture and as lists. */
export default function GraphPage() {
  const { address, change } = useAddress()
  const names = useScopeNames(address)
  const { query, knowledge, picture, bars } = useKnowledge(address)
  const omissions = knowledge ? describeOmissions(knowledge) : undefined
  const timeBar = (
    <TimeBar
      bars={bars}
      days={address}
      isLoading={query.isFetching}
      onChange={(days) => change(days, { replace: true })}
    />
  )
  return (
    <Page
      title="Graph"
      description={picture && `${countOf(picture.nodes.length, 'node')}, ${countOf(picture.links.length, 'link')}`}
    >
      <ScopeBar scope={address} names={names} onChange={change} />
      {omissions && (
        <Alert variant="light" role="status" py="xs">
          {omissions} Narrow it by words, people, kinds or time to see the rest.
        </Alert>
      )}
      <Loaded query={query} loading={<Skeleton h={HEIGHT} role="status" aria-label="Loading" aria-busy />}>
        {() =>
          picture && picture.nodes.length > 0 ? (
            <Shown picture={picture} names={names} address={address} change={change} footer={timeBar} />
          ) : (
            <Nothing
              isWhole={isWhole(address)}
              onWiden={() => change({ ...NO_SCOPE, from: undefined, to: undefined })}
            />
          )
        }
      </Loaded>
    </Page>
  )
}

type Address = ReturnType<typeof useAddress>

interface ShownProps {
  picture: Picture
  names: ReadonlyMap<string, string>
  address: Address['address']
  change: Address['change']
  /** Shown below the picture. */
  footer: ReactNode
}

function Shown({ picture: whole, names, address, change, footer }: ShownProps) {
  const { hidden: hiddenKinds, selected, view } = address
  const hidden = useMemo(() => new Set(hiddenKinds), [hiddenKinds])
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

function Nothing({ isWhole: isAll, onWiden }: { isWhole: boolean; onWiden: () => void }) {
  if (isAll) {
    return (
      <Empty
        icon={IconTopologyStar3}
        title="There is nothing to connect yet"
        actions={
          <Button component={Link} to="/welcome">
            Connect an account
          </Button>
        }
      >
        People, companies and topics appear here, with what links them, as soon as mail, meetings or records arrive.
      </Empty>
    )
  }
  return (
    <Empty
      icon={IconTopologyStar3}
      title="Nobody is linked to anything here"
      actions={
        <Button variant="light" onClick={onWiden}>
          Show everything
        </Button>
      }
    >
      No item matches all of what the picture is narrowed to. Remove one of the chips above.
    </Empty>
  )
}
