import { Affix, Alert, Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Component, type ReactNode } from 'react'
import { Empty } from './states.tsx'

interface BoundaryProps {
  /** What is shown instead of content that failed to render or to load. */
  fallback: ReactNode
  children: ReactNode
}

/** Leaves everything around its content usable when the content fails. */
class Boundary extends Component<BoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback : this.props.children
  }
}

const REASON = 'A newer version of the console may have been installed. Load the page again'

/** Around a page: says in its place that it could not be shown. */
export function PageBoundary({ children }: { children: ReactNode }) {
  return (
    <Boundary
      fallback={
        <Empty
          icon={IconAlertTriangle}
          title="This page could not be shown"
          role="alert"
          actions={<LoadAgain>Load it again</LoadAgain>}
        >
          {REASON}; if that does not help, tell whoever runs this platform what you did before.
        </Empty>
      }
    >
      {children}
    </Boundary>
  )
}

/** Around a dialog, or what else is over the page: says in a corner that it could not be shown. The page stays as it is. */
export function PartBoundary({ children }: { children: ReactNode }) {
  return (
    <Boundary
      fallback={
        <Affix position={{ bottom: 16, right: 16 }} maw={380}>
          <Alert
            color="red"
            role="alert"
            icon={<IconAlertTriangle aria-hidden />}
            title="A part of this page could not be shown"
          >
            <p>{REASON}. What you have written in notes is kept.</p>
            <LoadAgain>Load the page again</LoadAgain>
          </Alert>
        </Affix>
      }
    >
      {children}
    </Boundary>
  )
}

function LoadAgain({ children }: { children: ReactNode }) {
  return <Button onClick={() => window.location.reload()}>{children}</Button>
}
