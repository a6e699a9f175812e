import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Component, type ReactNode } from 'react'
import { Empty } from '../ui/states.tsx'

interface BoundaryState {
  hasFailed: boolean
}

/** Shows a page that failed to render or to load as such, and leaves everything around it usable. */
export class PageBoundary extends Component<{ children: ReactNode }, BoundaryState> {
  override state: BoundaryState = { hasFailed: false }

  static getDerivedStateFromError(): BoundaryState {
    return { hasFailed: true }
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children
    return (
      <Empty
        icon={IconAlertTriangle}
        title="This page could not be shown"
        role="alert"
        actions={<Button onClick={() => window.location.reload()}>Load it again</Button>}
      >
        A newer version of the console may have been installed. Load the page again; if that does not help, tell whoever
        runs this platform what you did before.
      </Empty>
    )
  }
}
