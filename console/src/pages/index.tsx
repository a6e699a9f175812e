import {
  IconAddressBook,
  IconBuilding,
  IconBulb,
  IconFolders,
  IconHome,
  IconPlugConnected,
  IconSearch,
  IconSettings,
  IconTable,
  IconTopologyStar3,
  type TablerIcon,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { lazyPart } from '../ui/load-part.ts'

/** A page, loaded when it is opened for the first time. */
export interface PageRoute {
  path: string
  load: () => Promise<{ default: ComponentType }>
}

/** A page that the navigation and the command palette list. */
export interface NavigationItem {
  path: string
  label: string
  icon: TablerIcon
}

/** THE OVERVIEW: every page of the console. A folder of pages has a file for each. */
// biome-ignore format: a table is read by its columns
export const ROUTES: readonly PageRoute[] = [
  { path: '/',                 load: () => import('./today/index.tsx') },
  { path: '/welcome',          load: () => import('./welcome/index.tsx') },
  { path: '/connections',      load: () => import('./connections/index.tsx') },
  { path: '/connections/:id',  load: () => import('./connections/connection.tsx') },
  { path: '/people',           load: () => import('./tags/people.tsx') },
  { path: '/companies',        load: () => import('./tags/companies.tsx') },
  { path: '/folders',          load: () => import('../folders/index.tsx') },
  { path: '/tags/:id',         load: () => import('./tags/tag.tsx') },
  { path: '/search',           load: () => import('./search/index.tsx') },
  { path: '/blocks/:id',       load: () => import('./blocks/index.tsx') },
  { path: '/graph',            load: () => import('./graph/index.tsx') },
  { path: '/tables',           load: () => import('./tables/index.tsx') },
  { path: '/tables/:id',       load: () => import('./tables/table.tsx') },
  { path: '/recommendations',  load: () => import('./recommendations/index.tsx') },
  { path: '/settings',         load: () => import('./settings/index.tsx') },
]

export const NAVIGATION: readonly NavigationItem[] = [
  { path: '/', label: 'Today', icon: IconHome },
  { path: '/search', label: 'Search', icon: IconSearch },
  { path: '/people', label: 'People', icon: IconAddressBook },
  { path: '/companies', label: 'Companies', icon: IconBuilding },
  { path: '/folders', label: 'Folders', icon: IconFolders },
  { path: '/graph', label: 'Graph', icon: IconTopologyStar3 },
  { path: '/tables', label: 'Tables', icon: IconTable },
  { path: '/recommendations', label: 'Recommendations', icon: IconBulb },
  { path: '/connections', label: 'Connections', icon: IconPlugConnected },
  { path: '/settings', label: 'Settings', icon: IconSettings },
]

/** The routes with their components, and how to load one ahead. */
export const PAGES = ROUTES.map(({ path, load }) => ({ path, load, Component: lazyPart(load) }))
