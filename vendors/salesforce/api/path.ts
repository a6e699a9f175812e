declare const checked: unique symbol

/** A path of the REST API in which every part that is not written in our sources is escaped. */
export type ApiPath = string & { readonly [checked]: true }

/**
 * Writes a path: `` path`/sobjects/${object}/describe` ``. What is put in becomes one segment, or one value of the
 * query, whatever it holds. Throws RangeError on a segment that means another place (`..`).
 */
export function path(words: TemplateStringsArray, ...parts: string[]): ApiPath {
  return String.raw({ raw: words }, ...parts.map(escapeSegment)) as ApiPath
}

function escapeSegment(part: string): string {
  if (part === '' || part === '.' || part === '..') throw new RangeError('a path cannot hold this part')
  return encodeURIComponent(part.toWellFormed())
}

/** A place that Salesforce named, such as the next page: only the path is taken, so that no host but ours is asked. */
export function toPagePath(address: string): ApiPath | undefined {
  const found = /^(?:https:\/\/[^/]+)?(\/services\/data\/v\d+\.\d+\/query(?:All)?\/[\w-]+)$/.exec(address)
  return found?.[1] as ApiPath | undefined
}
