declare const checked: unique symbol

/** A path of the REST API in which every interpolated value is escaped. */
export type ApiPath = string & { readonly [checked]: true }

/**
 * Builds a path: `` path`/sobjects/${object}/describe` ``. An interpolated value always becomes one segment, or one
 * value of the query. Throws RangeError for an empty segment and for `.` and `..`.
 */
export function path(strings: TemplateStringsArray, ...values: string[]): ApiPath {
  return String.raw({ raw: strings }, ...values.map(escapeSegment)) as ApiPath
}

function escapeSegment(value: string): string {
  if (value === '' || value === '.' || value === '..') throw new RangeError('not a valid path segment')
  return encodeURIComponent(value.toWellFormed())
}

/** The path of a `nextRecordsUrl`. Its host is ignored, so that only the org's own is called. */
export function toPagePath(address: string): ApiPath | undefined {
  const match = /^(?:https?:\/\/[^/]+)?(\/services\/data\/v\d+\.\d+\/query(?:All)?\/[\w-]+)$/.exec(address)
  return match?.[1] as ApiPath | undefined
}
