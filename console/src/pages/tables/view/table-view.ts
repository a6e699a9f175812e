import { FILTER_OPERATORS, type Filter, type FilterOperator } from './filters.ts'

/** What a table shows; all of it stands in the URL. */
export interface TableView {
  search: string
  filters: readonly Filter[]
  sort?: Sort
  /** Names of the chosen columns, in their order. Absent: the default ones. */
  columns?: readonly string[]
}

export interface Sort {
  field: string
  direction: 'ASC' | 'DESC'
}

/** Between the parts of a value in the URL; names of fields that contain it are encoded. */
const SEPARATOR = ':'

export function readView(params: URLSearchParams): TableView {
  const sort = readSort(params.get('sort'))
  const columns = params.get('columns')?.split(SEPARATOR).map(decode).filter(Boolean)
  return {
    search: params.get('q') ?? '',
    filters: params.getAll('filter').flatMap(readFilter),
    ...(sort === undefined ? {} : { sort }),
    ...(columns === undefined || columns.length === 0 ? {} : { columns }),
  }
}

/** The parameters with some members of the view changed; undefined removes one. Other parameters stay. */
export function writeView(
  params: URLSearchParams,
  change: { [Name in keyof TableView]?: TableView[Name] | undefined },
): URLSearchParams {
  const next = new URLSearchParams(params)
  const set = (name: string, value: string | undefined) => (value ? next.set(name, value) : next.delete(name))
  if ('search' in change) set('q', change.search)
  if ('sort' in change) set('sort', change.sort && writeSort(change.sort))
  if ('columns' in change) set('columns', change.columns?.map(encode).join(SEPARATOR))
  if ('filters' in change) {
    next.delete('filter')
    for (const { field, operator, value } of change.filters ?? []) {
      next.append('filter', [encode(field), operator, value].join(SEPARATOR))
    }
  }
  return next
}

/** The next order of a column whose head is clicked: up, down, none. */
export function nextSort(sort: Sort | undefined, field: string): Sort | undefined {
  if (sort?.field !== field) return { field, direction: 'ASC' }
  return sort.direction === 'ASC' ? { field, direction: 'DESC' } : undefined
}

function readSort(text: string | null): Sort | undefined {
  if (!text) return undefined
  const isDown = text.startsWith('-')
  return { field: isDown ? text.slice(1) : text, direction: isDown ? 'DESC' : 'ASC' }
}

function writeSort({ field, direction }: Sort): string {
  return direction === 'DESC' ? `-${field}` : field
}

function readFilter(text: string): Filter[] {
  const [field = '', operator = '', ...rest] = text.split(SEPARATOR)
  if (field === '' || !Object.hasOwn(FILTER_OPERATORS, operator)) return []
  return [{ field: decode(field), operator: operator as FilterOperator, value: rest.join(SEPARATOR) }]
}

function encode(name: string): string {
  return name.replace(/[%:]/g, encodeURIComponent)
}

function decode(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
