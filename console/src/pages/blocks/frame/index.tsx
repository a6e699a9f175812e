import { Alert, Box, Button, Group, Text, useComputedColorScheme } from '@mantine/core'
import { IconPhotoOff } from '@tabler/icons-react'
import { type SyntheticEvent, useEffect, useMemo, useRef, useState } from 'react'
import { countOf } from '../../../text/numbers.ts'
import { type LinkTarget, toLinkTarget } from './link-target.ts'
import { neutralize } from './neutralize.ts'
import { observeFrame } from './observe.ts'
import classes from './sheet.module.css'
import { sheetFor, toFrameDocument } from './sheet.ts'

interface HtmlFrameProps {
  /** HTML from outside, of which nothing is assumed. Give the component the block's id as its key. */
  html: string
  /** What it is, for screen readers. */
  title: string
}

/** Content that is higher is scrolled in its frame (px). */
const MAX_HEIGHT = 60_000
const FIRST_HEIGHT = 120

/** Without scripts, forms and navigation. Its origin is that of the console so that its height can be measured. */
const SANDBOX = 'allow-same-origin allow-popups allow-popups-to-escape-sandbox'

/**
 * HTML from outside in a frame in which nothing runs. Pictures of other hosts are loaded only when they are requested, and
 * a line shows where a link really leads.
 */
export function HtmlFrame({ html, title }: HtmlFrameProps) {
  const scheme = useComputedColorScheme('light')
  const [showPictures, setShowPictures] = useState(false)
  const [height, setHeight] = useState(FIRST_HEIGHT)
  const [target, setTarget] = useState<LinkTarget>()
  const stop = useRef<() => void>(undefined)
  const neutral = useMemo(() => neutralize(html, { showPictures }), [html, showPictures])
  const source = useMemo(
    () => toFrameDocument(neutral.html, { sheet: sheetFor(neutral.html, scheme), showPictures }),
    [neutral, scheme, showPictures],
  )
  useEffect(() => () => stop.current?.(), [])

  const observe = ({ currentTarget }: SyntheticEvent<HTMLIFrameElement>) => {
    stop.current?.()
    const { contentDocument } = currentTarget
    if (!contentDocument?.body) return
    stop.current = observeFrame(contentDocument, {
      onHeight: setHeight,
      onLink: (link) => setTarget(link && toLinkTarget(link.href, link.text)),
    })
  }

  return (
    <Box>
      {neutral.pictureCount > 0 && !showPictures && (
        <HeldBackPictures count={neutral.pictureCount} show={() => setShowPictures(true)} />
      )}
      <div className={classes.sheet}>
        <iframe
          className={classes.frame}
          sandbox={SANDBOX}
          referrerPolicy="no-referrer"
          srcDoc={source}
          title={title}
          style={{ height: Math.min(height, MAX_HEIGHT) }}
          scrolling={height > MAX_HEIGHT ? 'yes' : undefined}
          onLoad={observe}
        />
      </div>
      {target && <TargetLine target={target} />}
    </Box>
  )
}

function HeldBackPictures({ count, show }: { count: number; show: () => void }) {
  return (
    <Alert variant="light" color="gray" icon={<IconPhotoOff aria-hidden />} mb="xs" py="xs">
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          {countOf(count, 'picture is', 'pictures are')} not loaded, because loading {count === 1 ? 'it' : 'them'} tells
          the sender that you have read this.
        </Text>
        <Button size="xs" variant="default" onClick={show}>
          Show pictures
        </Button>
      </Group>
    </Alert>
  )
}

/** Where the link below the pointer or the focus leads, as browsers show it. */
function TargetLine({ target: { host, rest, claimedHost } }: { target: LinkTarget }) {
  return (
    <div className={classes.target} role="status" data-warns={claimedHost !== undefined || undefined}>
      {claimedHost !== undefined && <strong>Not {claimedHost}: </strong>}
      <bdi>
        <strong>{host}</strong>
        {rest}
      </bdi>
    </div>
  )
}
