import { Anchor, type AnchorProps } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { BlockPageDocument, TagPageDocument } from '../documents.ts'
import { topicsOfBlockPage } from '../graph/topics.ts'
import { usePrefetch } from '../graph/use-graph.ts'
import { toSafeUrl } from '../text/urls.ts'

interface ObjectLinkProps extends AnchorProps {
  id: string
  tabIndex?: number
  children: ReactNode
}

/** A link to a block's page, which is loaded ahead when the link is hovered or focused. */
export function BlockLink({ id, children, ...props }: ObjectLinkProps) {
  const prefetch = usePrefetch()
  const load = () => prefetch(BlockPageDocument, { id }, topicsOfBlockPage(id))
  return (
    <Anchor component={Link} to={`/blocks/${id}`} onMouseEnter={load} onFocus={load} {...props}>
      {children}
    </Anchor>
  )
}

/** A link to the page of a person, company or other tag, loaded ahead in the same way. */
export function TagLink({ id, children, ...props }: ObjectLinkProps) {
  const prefetch = usePrefetch()
  const load = () => prefetch(TagPageDocument, { id }, [`tag:${id}`])
  return (
    <Anchor component={Link} to={`/tags/${id}`} onMouseEnter={load} onFocus={load} {...props}>
      {children}
    </Anchor>
  )
}

interface VendorLinkProps extends AnchorProps {
  /** From outside: anything but http and https is shown as text. */
  url: string
  children: ReactNode
}

/** A link that leaves the console, in a new tab. */
export function VendorLink({ url, children, ...props }: VendorLinkProps) {
  const safe = toSafeUrl(url)
  if (safe === undefined) return <span>{children}</span>
  return (
    <Anchor href={safe} target="_blank" rel="noopener noreferrer nofollow" {...props}>
      {children} <IconExternalLink size="0.9em" aria-label="(opens in a new tab)" style={{ verticalAlign: '-0.1em' }} />
    </Anchor>
  )
}
