import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  type UseMutationResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { GraphClient, RequestOptions, TypedDocument } from '../../../platform/client/index.ts'
import { useGraphClient } from './context.tsx'
import { distinct } from './distinct.ts'
import type { Topic } from './topics.ts'

export interface GraphQueryOptions {
  /** What the query shows; it is loaded again when one of them changes. */
  topics: readonly Topic[]
  /** If false, nothing is requested. */
  enabled?: boolean
  /** Shows the last result while the one for new variables is loading. */
  showPrevious?: boolean
  /** If false, the operation is sent in a request of its own, because it is slow. */
  batch?: boolean
}

/** Sends a document with variables; everything that is read goes through here. */
function send<Result, Variables>(
  client: GraphClient,
  document: TypedDocument<Result, Variables>,
  variables: Variables,
  options: RequestOptions,
): Promise<Result> {
  const request = client.request as (
    document: TypedDocument<Result, Variables>,
    variables: Variables,
    options: RequestOptions,
  ) => Promise<Result>
  return request.call(client, document, variables, options)
}

function toQueryOptions<Result, Variables>(
  client: GraphClient,
  document: TypedDocument<Result, Variables>,
  variables: Variables,
  { topics, enabled = true, showPrevious = false, batch = true }: GraphQueryOptions,
) {
  return queryOptions({
    queryKey: [document.toString(), variables] as const,
    queryFn: ({ signal }) => send(client, document, variables, { signal, batch }),
    meta: { topics },
    enabled,
    ...(showPrevious ? { placeholderData: keepPreviousData } : {}),
  })
}

/** Reads an operation and keeps it true: it is loaded again when one of its topics changes. */
export function useGraphQuery<Result, Variables>(
  document: TypedDocument<Result, Variables>,
  variables: Variables,
  options: GraphQueryOptions,
) {
  return useQuery(toQueryOptions(useGraphClient(), document, variables, options))
}

/** Returns a function that loads a query ahead, for example when its link is hovered. */
export function usePrefetch() {
  const client = useGraphClient()
  const queries = useQueryClient()
  return useCallback(
    <Result, Variables>(document: TypedDocument<Result, Variables>, variables: Variables, topics: readonly Topic[]) =>
      void queries.prefetchQuery(toQueryOptions(client, document, variables, { topics })),
    [client, queries],
  )
}

export interface GraphPagesOptions<Result, Variables, Row> extends Omit<GraphQueryOptions, 'showPrevious'> {
  /** The list in the result. */
  pick: (data: Result) => readonly Row[] | null | undefined
  /** The variables of the document besides its input. */
  variables?: Omit<Variables, 'input'>
  /** Rows per page. */
  size?: number
  showPrevious?: boolean
}

const PAGE_SIZE = 50

/**
 * Reads a list page by page: `rows` are those that were loaded, each once, and `fetchNextPage` loads more. Its input has
 * `page`, from 0, and `size`.
 */
export function useGraphPages<Result, Variables extends { input?: object | null }, Row extends object>(
  document: TypedDocument<Result, Variables>,
  input: NonNullable<Variables['input']>,
  {
    topics,
    pick,
    variables,
    size = PAGE_SIZE,
    enabled = true,
    showPrevious = false,
    batch = true,
  }: GraphPagesOptions<Result, Variables, Row>,
) {
  const client = useGraphClient()
  const query = useInfiniteQuery(
    infiniteQueryOptions({
      queryKey: [document.toString(), input, size, variables] as const,
      queryFn: async ({ signal, pageParam: page }): Promise<readonly Row[]> => {
        const all = { ...variables, input: { ...input, page, size } } as unknown as Variables
        const data = await send(client, document, all, { signal, batch })
        return pick(data) ?? []
      },
      initialPageParam: 0,
      getNextPageParam: (last, pages) => (last.length < size ? undefined : pages.length),
      meta: { topics },
      enabled,
      ...(showPrevious
        ? { placeholderData: (previous: InfiniteData<readonly Row[], number> | undefined) => previous }
        : {}),
    }),
  )
  const { data, fetchNextPage, isFetching, isFetchingNextPage } = query
  const isReloading = isFetching && !isFetchingNextPage
  const rows = useMemo(() => data && distinct(data.pages.flat()), [data])
  return {
    ...query,
    rows,
    fetchNextPage: useCallback(async () => {
      // Waits for a reload after an event: if it were cancelled, its old rows would count as current.
      if (isReloading) await fetchNextPage({ cancelRefetch: false })
      return fetchNextPage({ cancelRefetch: false })
    }, [fetchNextPage, isReloading]),
  }
}

/**
 * Runs `onSuccess` after a mutation, also if its event has removed the component before the response arrived, when
 * `mutate` would not call back. The error of a failure is the mutation's state.
 */
export function afterwards(mutating: Promise<unknown>, onSuccess: (() => void) | undefined): void {
  mutating.then(
    () => onSuccess?.(),
    () => {},
  )
}

/** Changes something. What the page shows is loaded again by the event of the change, or at once by `topics`. */
export function useGraphMutation<Result, Variables>(
  document: TypedDocument<Result, Variables>,
  { topics = [], batch = true }: { topics?: readonly Topic[]; batch?: boolean } = {},
): UseMutationResult<Result, Error, Variables> {
  const client = useGraphClient()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (variables: Variables) => send(client, document, variables, { batch }),
    onSuccess: () =>
      queries.invalidateQueries({
        predicate: ({ meta }) => ((meta?.topics ?? []) as readonly Topic[]).some((topic) => topics.includes(topic)),
      }),
  })
}
