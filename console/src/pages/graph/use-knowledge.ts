import { useEffect, useMemo, useRef } from 'react'
import { GenerateKnowledgeGraphDocument, SearchGraphTimelineDocument } from '../../../../platform/client/index.ts'
import { FindTagsDocument } from '../../documents.ts'
import { useFolders } from '../../folders/use-folders.ts'
import { useLive } from '../../graph/context.tsx'
import { useGraphQuery } from '../../graph/use-graph.ts'
import { toPicture } from './knowledge.ts'
import { type GraphScope, MAX_LINKS, MAX_NODES, toFilters, toScopeInput } from './scope.ts'
import { toBars } from './timeline.ts'

/** The picture is costly to compute, so it is loaded again this often at most (ms). */
const REFRESH_MS = 8_000

/** The knowledge graph of a scope, kept true at a slow pace, and the histogram of its whole time. */
export function useKnowledge(scope: GraphScope) {
  const { words, kinds, tagIds, folderIds, from, to } = scope
  // biome-ignore lint/correctness/useExhaustiveDependencies: the scope is a new object with each address
  const input = useMemo(
    () => ({ ...toScopeInput(scope), size: MAX_NODES }),
    [words, kinds.join(), tagIds.join(), folderIds.join(), from, to],
  )
  const query = useGraphQuery(
    GenerateKnowledgeGraphDocument,
    { input, linkSize: MAX_LINKS },
    { topics: [], batch: false, showPrevious: true },
  )
  const timeline = useGraphQuery(
    SearchGraphTimelineDocument,
    { input: { ...toFilters(scope), interval: 'WEEK' } },
    { topics: [], batch: false, showPrevious: true },
  )
  useSlowRefresh(() => {
    void query.refetch()
    void timeline.refetch()
  })
  const knowledge = query.data?.generateKnowledgeGraph
  const picture = useMemo(() => (knowledge ? toPicture(knowledge) : undefined), [knowledge])
  const weeks = timeline.data?.searchGraphTimeline
  const bars = useMemo(() => toBars(weeks ?? []), [weeks])
  return { query, knowledge, picture, bars }
}

/** Calls back after changes of blocks and tags, at most once in eight seconds, and not while nobody looks. */
function useSlowRefresh(refresh: () => void): void {
  const live = useLive()
  const latest = useRef(refresh)
  latest.current = refresh
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const run = () => {
      timer = undefined
      if (document.hidden) document.addEventListener('visibilitychange', () => latest.current(), { once: true })
      else latest.current()
    }
    const stop = live.onEvent((topics) => {
      if (topics.includes('block') || topics.includes('tag')) timer ??= setTimeout(run, REFRESH_MS)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [live])
}

/** What the tags and folders of a scope are called, by id. */
export function useScopeNames({ tagIds, folderIds }: GraphScope): ReadonlyMap<string, string> {
  const { data } = useGraphQuery(
    FindTagsDocument,
    { input: { _ids: [...tagIds], size: tagIds.length, archived: true } },
    { topics: ['tag'], enabled: tagIds.length > 0, showPrevious: true },
  )
  const { folders } = useFolders({ enabled: folderIds.length > 0 })
  return useMemo(
    () =>
      new Map([
        ...(data?.searchTags ?? []).map(({ _id, alias }): [string, string] => [_id, alias]),
        ...(folders ?? []).map(({ _id, name }): [string, string] => [_id, name]),
      ]),
    [data, folders],
  )
}
