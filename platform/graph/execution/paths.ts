import type { GraphQLResolveInfo } from 'graphql'

/** Where a value is in the result: the name of a field or the index in a list, below the path before it. */
export type Path = GraphQLResolveInfo['path']

/** The names and indexes from the result's start to a value. */
export function pathOf(parent: Path | undefined, key: string | number): (string | number)[] {
  const keys = [key]
  for (let path = parent; path; path = path.prev) keys.push(path.key)
  return keys.reverse()
}
