import { findGroups } from './groups.ts'
import type { LayoutOrder, LayoutReport } from './run.ts'
import { settle } from './settle.ts'

const scope = self as unknown as {
  onmessage: ((event: MessageEvent<LayoutOrder>) => void) | null
  postMessage: (report: LayoutReport, transfer?: Transferable[]) => void
}

/** Groups come first, because they take less time, and then the positions as they settle. */
scope.onmessage = ({ data: { input, movesNothing } }) => {
  const { group, betweenness } = findGroups(input.sizes.length, input.links, input.weights)
  scope.postMessage({ type: 'groups', groups: { group, betweenness } }, [group.buffer, betweenness.buffer])
  if (!movesNothing) {
    for (const positions of settle(input)) scope.postMessage({ type: 'positions', positions }, [positions.buffer])
  }
  scope.postMessage({ type: 'settled' })
}
